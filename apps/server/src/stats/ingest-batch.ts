import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { clickFields } from './click-fields.ts';
import type { Columns } from './columns.ts';
import type { LogSource } from './log-source.ts';
import { type ByteRange, type IngestTable, RowBatch, TABLES } from './row-batch.ts';
import type { VisitorTable } from './visitors.ts';
import { yieldCpu } from './yield-cpu.ts';

const ROWS_MAX = 100_000;
const BYTES_MAX = 48 * 1024 * 1024;
const CLICK = RECORD_KINDS.click.charCodeAt(0);
const PAGE_EVENT = RECORD_KINDS.pageEvent.charCodeAt(0);
const PAGE_EVENT_AT = TABLES.pageEvents.columns.indexOf('at');

/** Rows to insert together, and the offset of each segment after the insert. */
export interface IngestBatch {
  readonly rows: number;
  readonly isFull: boolean;
  readonly offsets: ReadonlyMap<LogSource, number>;
  /** Rows that were inserted already. */
  readonly known: number;
  /** Reads about a megabyte of new records from a segment. Returns false if there are none. */
  readFrom(source: LogSource): Promise<boolean>;
  /** The rows that were read; nothing can be added afterwards. */
  finish(): RowBatch[];
}

/** Empty columns of both tables. */
export type TableColumns = Record<keyof typeof TABLES, Columns>;

/**
 * Decides in log order which clicks are unique, and groups rows by table and month, because an insert is atomic within
 * a partition. Records with escapes are kept apart, because ClickHouse has to parse them.
 */
export function createIngestBatch(visitors: VisitorTable, columns: TableColumns): IngestBatch {
  const reached = new Map<LogSource, number>();
  const clicks = createBatches(TABLES.clicks, columns.clicks);
  const pageEvents = createBatches(TABLES.pageEvents, columns.pageEvents);
  const click = clickFields(columns.clicks);
  let [rows, bytesRead, known] = [0, 0, 0];

  /** Reused for all records. */
  const record: ByteRange = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  function addClick(segment: string, offset: number): void {
    const isPlain = columns.clicks.read(record);
    const atMs = click.atMs();
    const at = Math.floor(atMs / 1000);
    const isUnique = click.isCandidate() && visitors.isNew(click.visitor(), at, at + click.uniquenessHours() * 3600);
    clicks.batchFor(atMs, isPlain).add(segment, offset, record, isUnique ? 1 : 0);
    if (isPlain) clicks.addBlock(columns.clicks.add(segment, offset, isUnique ? 1 : 0));
  }

  function addPageEvent(segment: string, offset: number): void {
    const isPlain = columns.pageEvents.read(record);
    pageEvents.batchFor(columns.pageEvents.number(PAGE_EVENT_AT), isPlain).add(segment, offset, record);
    if (isPlain) pageEvents.addBlock(columns.pageEvents.add(segment, offset, 0));
  }

  return {
    offsets: reached,
    get rows() {
      return rows;
    },
    get known() {
      return known;
    },
    get isFull() {
      return rows >= ROWS_MAX || bytesRead >= BYTES_MAX;
    },
    async readFrom(source) {
      const advanced = await source.reader.advance((bytes, kind, start, end, offset) => {
        const target = kind === CLICK ? TABLES.clicks : kind === PAGE_EVENT ? TABLES.pageEvents : undefined;
        if (!target) return;
        yieldCpu();
        if (source.known.get(target)?.has(offset)) {
          known += 1;
          return;
        }
        rows += 1;
        record.bytes = bytes;
        record.start = start;
        record.end = end;
        if (target === TABLES.clicks) addClick(source.segment, offset);
        else addPageEvent(source.segment, offset);
      });
      bytesRead += advanced;
      if (advanced > 0) reached.set(source, source.reader.offset);
      return advanced > 0;
    },
    finish: () => [...clicks.finish(), ...pageEvents.finish()],
  };
}

interface Batches {
  /** The batch for a row of that time. */
  batchFor(atMs: number, isPlain: boolean): RowBatch;
  /** A block of encoded rows since the last one. */
  addBlock(block: Buffer | undefined): void;
  finish(): RowBatch[];
}

/** One batch per month, and one more for rows with escapes. */
function createBatches(target: IngestTable, columns: Columns): Batches {
  const monthOf = createMonthLookup();
  const inColumns = new Map<number, RowBatch>();
  const asText = new Map<number, RowBatch>();
  /** The batch whose rows are in the columns. */
  let current = new RowBatch(target);
  let currentMonth: number | undefined;

  function addBlock(block: Buffer | undefined): void {
    if (block) current.blocks.push(block);
  }

  function batchOf(month: number, batches: Map<number, RowBatch>): RowBatch {
    const batch = batches.get(month) ?? new RowBatch(target);
    batches.set(month, batch);
    return batch;
  }

  return {
    batchFor(atMs, isPlain) {
      const month = monthOf(atMs);
      if (!isPlain) return batchOf(month, asText);
      if (month !== currentMonth) {
        addBlock(columns.finish());
        currentMonth = month;
        current = batchOf(month, inColumns);
      }
      return current;
    },
    addBlock,
    finish() {
      addBlock(columns.finish());
      return [...inColumns.values(), ...asText.values()];
    },
  };
}

/** Clicks come in time order, so the month rarely changes. */
function createMonthLookup(): (atMs: number) => number {
  let [month, from, to] = [0, 0, 0];
  return (atMs) => {
    if (atMs < from || atMs >= to) {
      const date = new Date(Number.isSafeInteger(atMs) ? Math.min(atMs, 8e15) : 0);
      const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()];
      [month, from, to] = [year * 12 + index, Date.UTC(year, index), Date.UTC(year, index + 1)];
    }
    return month;
  };
}
