// AssemblyScript, which is TypeScript for WebAssembly: a byte at a time is fast there. It takes the records of the log
// apart and puts them together as columns, the way ClickHouse writes a block down (its format `Native`).
import { Column, newColumn, ROWS_MAX } from './column';
import { FIRST_BYTES, newRun, STEP } from './run';

/** A block of so many bytes is over, however few its rows are. */
const BLOCK_BYTES: u32 = 16 * 1024 * 1024;
const COLUMNS_MAX: u32 = 64;
const TAB: u8 = 9;
const NEW_LINE: u8 = 10;
const BACKSLASH: u8 = 92;

const columns = new StaticArray<Column>(<i32>COLUMNS_MAX);
let columnCount: u32 = 0;
/** So many of them, from the first on, do not stand in the record: the segment, the place in it, and perhaps a mark. */
let given: u32 = 0;
let rows: u32 = 0;
let bytes: u32 = 0;
/** A stretch of the log. */
const chunk = newRun(FIRST_BYTES);
/** For what is told from outside. */
const desk = newRun(FIRST_BYTES);
const block = newRun(FIRST_BYTES);

/** Where so many bytes of the log are to be put. Some more are read there, but not minded. */
export function chunkAt(length: u32): usize {
  return chunk.next(length + STEP);
}

/** Where the next column's name and type, or the name of a segment, are to be put. */
export function deskAt(length: u32): usize {
  return desk.next(length);
}

/** The bytes on the desk come in front of its values. */
export function addColumn(kind: u32, headBytes: u32, isGiven: bool): void {
  const head = newRun(headBytes);
  head.addBytes(desk.at, headBytes);
  columns[columnCount++] = newColumn(kind, head);
  if (isGiven) given += 1;
}

/**
 * Takes the record that stands there in the chunk apart. True if it can be added: it has as many fields as there are
 * columns, all characters stand for themselves, and numbers are such. In any case the fields that it has can be asked for.
 */
export function read(start: u32, end: u32): bool {
  const isPlain = findFields(chunk.at + start, chunk.at + end);
  let areNumbers = true;
  for (let index = given; index < columnCount; index++) {
    const column = columns[index];
    if (column.bytesOfNumber !== 0 && !column.readNumber()) areNumbers = false;
  }
  return isPlain && areNumbers;
}

function findFields(start: usize, end: usize): bool {
  let index = given;
  let from = start;
  let others: i32 = 0;
  for (let at = start; at < end; at += STEP) {
    const characters = v128.load(at);
    let tabs = i8x16.bitmask(i8x16.eq(characters, i8x16.splat(TAB)));
    let special = i8x16.bitmask(
      v128.or(i8x16.le_u(characters, i8x16.splat(NEW_LINE)), i8x16.eq(characters, i8x16.splat(BACKSLASH))),
    );
    if (at + STEP > end) {
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
  const isWhole = index === columnCount;
  while (index < columnCount) setField(index++, end, end);
  return isWhole && others === 0;
}

function setField(index: u32, start: usize, end: usize): void {
  if (index >= columnCount) return;
  const column = columns[index];
  column.start = start;
  column.length = <u32>(end - start);
}

/** Of the record that was read last. */
export function startOf(index: u32): usize {
  return columns[index].start;
}

export function lengthOf(index: u32): u32 {
  return columns[index].length;
}

export function numberOf(index: u32): f64 {
  return <f64>columns[index].number;
}

/** Adds the record that was read last; the name of its segment is on the desk. True if the block has to be finished now. */
export function add(segmentBytes: u32, offset: f64, mark: u32): bool {
  const segment = columns[0];
  segment.start = desk.at;
  segment.length = segmentBytes;
  columns[1].number = <u64>offset;
  if (given > 2) columns[2].number = mark;
  for (let index: u32 = 0; index < columnCount; index++) bytes += columns[index].add(rows);
  rows += 1;
  return rows === ROWS_MAX || bytes >= BLOCK_BYTES;
}

/** Makes a block of the rows that were added, and begins a new one. Returns how long it is. */
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
