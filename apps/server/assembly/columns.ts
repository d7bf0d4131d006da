// AssemblyScript (TypeScript for WebAssembly), because per-byte work is fast there. Splits log records into fields and
// encodes them as blocks in ClickHouse's `Native` format.

import { INITIAL_BYTES, newByteBuffer, VECTOR_BYTES } from './byte-buffer';
import { Column, newColumn, ROWS_MAX } from './column';

/** A block of this size is finished, however few rows it has. */
const BLOCK_BYTES: u32 = 16 * 1024 * 1024;
const COLUMNS_MAX: u32 = 64;
const TAB: u8 = 9;
const NEW_LINE: u8 = 10;
const BACKSLASH: u8 = 92;

const columns = new StaticArray<Column>(<i32>COLUMNS_MAX);
let columnCount: u32 = 0;
/** Number of leading columns that are not in the record: segment, offset, and for clicks a flag. */
let leadingColumns: u32 = 0;
let rows: u32 = 0;
let bytes: u32 = 0;
/** Bytes of the log. */
const chunk = newByteBuffer(INITIAL_BYTES);
/** For input from JavaScript. */
const scratch = newByteBuffer(INITIAL_BYTES);
const block = newByteBuffer(INITIAL_BYTES);

/** Reserves memory for a chunk of the log, with padding for reads past its end. */
export function chunkAt(length: u32): usize {
  return chunk.next(length + VECTOR_BYTES);
}

/** Reserves memory for a column header or a segment name. */
export function scratchAt(length: u32): usize {
  return scratch.next(length);
}

/** The column header is in the scratch buffer. */
export function addColumn(kind: u32, headerBytes: u32, isLeading: bool): void {
  const header = newByteBuffer(headerBytes);
  header.addBytes(scratch.at, headerBytes);
  columns[columnCount++] = newColumn(kind, header);
  if (isLeading) leadingColumns += 1;
}

/**
 * Splits a record of the chunk into fields. Returns true if it can be added: it has one field per column, no escapes,
 * and valid numbers. The fields are readable in any case.
 */
export function read(start: u32, end: u32): bool {
  const isPlain = findFields(chunk.at + start, chunk.at + end);
  let areNumbers = true;
  for (let index = leadingColumns; index < columnCount; index++) {
    const column = columns[index];
    if (column.bytesOfNumber !== 0 && !column.readNumber()) areNumbers = false;
  }
  return isPlain && areNumbers;
}

function findFields(start: usize, end: usize): bool {
  let index = leadingColumns;
  let from = start;
  let others: i32 = 0;
  for (let at = start; at < end; at += VECTOR_BYTES) {
    const characters = v128.load(at);
    let tabs = i8x16.bitmask(i8x16.eq(characters, i8x16.splat(TAB)));
    let special = i8x16.bitmask(
      v128.or(i8x16.le_u(characters, i8x16.splat(NEW_LINE)), i8x16.eq(characters, i8x16.splat(BACKSLASH))),
    );
    if (at + VECTOR_BYTES > end) {
      const own = (1 << (<i32>(end - at))) - 1;
      tabs &= own;
      special &= own;
    }
    others |= special ^ tabs;
    for (; tabs !== 0; tabs &= tabs - 1) {
      const tab = at + ctz(tabs);
      setField(index++, from, tab);
      from = tab + 1;
    }
  }
  setField(index++, from, end);
  const hasAllFields = index === columnCount;
  while (index < columnCount) setField(index++, end, end);
  return hasAllFields && others === 0;
}

function setField(index: u32, start: usize, end: usize): void {
  if (index >= columnCount) return;
  const column = columns[index];
  column.start = start;
  column.length = <u32>(end - start);
}

/** Of the current record. */
export function startOf(index: u32): usize {
  return columns[index].start;
}

export function lengthOf(index: u32): u32 {
  return columns[index].length;
}

export function numberOf(index: u32): f64 {
  return <f64>columns[index].number;
}

/** Adds the current record; the name of its segment is in the scratch buffer. Returns true if the block is full. */
export function add(segmentBytes: u32, offset: f64, flag: u32): bool {
  const segment = columns[0];
  segment.start = scratch.at;
  segment.length = segmentBytes;
  columns[1].number = <u64>offset;
  if (leadingColumns > 2) columns[2].number = flag;
  for (let index: u32 = 0; index < columnCount; index++) bytes += columns[index].add(rows);
  rows += 1;
  return rows === ROWS_MAX || bytes >= BLOCK_BYTES;
}

/** Encodes the added rows as a block, starts a new one and returns the length. */
export function finish(): u32 {
  block.length = 0;
  block.addLength(columnCount);
  block.addLength(rows);
  for (let index: u32 = 0; index < columnCount; index++) columns[index].finish(block, rows);
  rows = 0;
  bytes = 0;
  return block.length;
}

export function blockAt(): usize {
  return block.at;
}
