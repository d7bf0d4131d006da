import { RECORD_KINDS } from '../tracking/click-columns.ts';
import { clickFields } from './click-fields.ts';
import type { Columns } from './columns.ts';
import { giveWay } from './give-way.ts';
import type { LogSource } from './log-source.ts';
import { RowBatch, type Stretch, TARGETS, type Target } from './row-batch.ts';
import type { Visitors } from './visitors.ts';

const ROWS_MAX = 100_000;
const BYTES_MAX = 48 * 1024 * 1024;
const CLICK = RECORD_KINDS.click.charCodeAt(0);
const PAGE_EVENT = RECORD_KINDS.pageEvent.charCodeAt(0);
const PAGE_EVENT_AT = TARGETS.pageEvents.columns.indexOf('at');

/** Rows to insert together, and the offset of each segment after the insert. */
export interface Load {
  readonly rows: number;
  readonly isFull: boolean;
  readonly reached: ReadonlyMap<LogSource, number>;
  /** Rows that were inserted already. */
  readonly known: number;
  /** Reads about a megabyte of new records from a segment. Returns false if there are none. */
  take(source: LogSource): Promise<boolean>;
  /** The rows that were read; nothing can be added afterwards. */
  finish(): RowBatch[];
}

/** Empty columns of both tables. */
export type TableColumns = Record<keyof typeof TARGETS, Columns>;

/**
 * Decides in log order which clicks are unique, and groups rows by table and month, because an insert is atomic within
 * a partition. Records with escapes are kept apart, because ClickHouse has to parse them.
 */
export function createLoad(visitors: Visitors, columns: TableColumns): Load {
  const reached = new Map<LogSource, number>();
  const clicks = createBatches(TARGETS.clicks, columns.clicks);
  const pageEvents = createBatches(TARGETS.pageEvents, columns.pageEvents);
  const click = clickFields(columns.clicks);
  let [rows, bytesTaken, known] = [0, 0, 0];

  /** Reused for all records. */
  const record: Stretch = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  function takeClick(segment: string, offset: number): void {
    const isPlain = columns.clicks.read(record);
    const atMs = click.atMs();
    const at = Math.floor(atMs / 1000);
    const isUnique = click.isCandidate() && visitors.isNew(click.visitor(), at, at + click.uniquenessHours() * 3600);
    clicks.of(atMs, isPlain).add(segment, offset, record, isUnique ? 1 : 0);
    if (isPlain) clicks.keep(columns.clicks.add(segment, offset, isUnique ? 1 : 0));
  }

  function takePageEvent(segment: string, offset: number): void {
    const isPlain = columns.pageEvents.read(record);
    pageEvents.of(columns.pageEvents.number(PAGE_EVENT_AT), isPlain).add(segment, offset, record);
    if (isPlain) pageEvents.keep(columns.pageEvents.add(segment, offset, 0));
  }

  return {
    reached,
    get rows() {
      return rows;
    },
    get known() {
      return known;
    },
    get isFull() {
      return rows >= ROWS_MAX || bytesTaken >= BYTES_MAX;
    },
    async take(source) {
      const advanced = await source.reader.advance((bytes, kind, start, end, offset) => {
        const target = kind === CLICK ? TARGETS.clicks : kind === PAGE_EVENT ? TARGETS.pageEvents : undefined;
        if (!target) return;
        giveWay();
        if (source.known.get(target)?.has(offset)) {
          known += 1;
          return;
        }
        rows += 1;
        record.bytes = bytes;
        record.start = start;
        record.end = end;
        if (target === TARGETS.clicks) takeClick(source.segment, offset);
        else takePageEvent(source.segment, offset);
      });
      bytesTaken += advanced;
      if (advanced > 0) reached.set(source, source.reader.offset);
      return advanced > 0;
    },
    finish: () => [...clicks.finish(), ...pageEvents.finish()],
  };
}

interface Batches {
  /** The batch for a row of that time. */
  of(atMs: number, isPlain: boolean): RowBatch;
  /** A block of encoded rows since the last one. */
  keep(block: Buffer | undefined): void;
  finish(): RowBatch[];
}

/** One batch per month, and one more for rows with escapes. */
function createBatches(target: Target, columns: Columns): Batches {
  const monthOf = createMonths();
  const inColumns = new Map<number, RowBatch>();
  const asText = new Map<number, RowBatch>();
  /** The batch whose rows are in the columns. */
  let current = new RowBatch(target);
  let currentMonth: number | undefined;

  function keep(block: Buffer | undefined): void {
    if (block) current.blocks.push(block);
  }

  function batchOf(month: number, batches: Map<number, RowBatch>): RowBatch {
    const batch = batches.get(month) ?? new RowBatch(target);
    batches.set(month, batch);
    return batch;
  }

  return {
    of(atMs, isPlain) {
      const month = monthOf(atMs);
      if (!isPlain) return batchOf(month, asText);
      if (month !== currentMonth) {
        keep(columns.finish());
        currentMonth = month;
        current = batchOf(month, inColumns);
      }
      return current;
    },
    keep,
    finish() {
      keep(columns.finish());
      return [...inColumns.values(), ...asText.values()];
    },
  };
}

/** Clicks come in time order, so the month rarely changes. */
function createMonths(): (atMs: number) => number {
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
