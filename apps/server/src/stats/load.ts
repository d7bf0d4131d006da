import { PAGE_EVENT_COLUMNS, RECORD_KINDS } from '../tracking/click-columns.ts';
import { ClickFields } from './click-fields.ts';
import { giveWay } from './give-way.ts';
import type { LogSource } from './log-source.ts';
import { RecordFields } from './record-fields.ts';
import { RowBatch, TARGETS, type Target } from './row-batch.ts';
import type { Visitors } from './visitors.ts';

const ROWS_MAX = 100_000;
const BYTES_MAX = 48 * 1024 * 1024;
const CLICK = RECORD_KINDS.click.charCodeAt(0);
const PAGE_EVENT = RECORD_KINDS.pageEvent.charCodeAt(0);
const PAGE_EVENT_AT = PAGE_EVENT_COLUMNS.findIndex(([name]) => name === 'at');

/** What goes into the store in one go, and how far each segment is applied once it is there. */
export interface Load {
  readonly batches: readonly RowBatch[];
  readonly rows: number;
  readonly isFull: boolean;
  readonly reached: ReadonlyMap<LogSource, number>;
  /** Rows that were found in the store already. */
  readonly known: number;
  /** Takes up what is new in a segment, about a megabyte of it. False if there was nothing. */
  take(source: LogSource): Promise<boolean>;
}

/**
 * Decides in the order of the log which click is unique, and sorts rows by table and month: an insert is atomic within
 * one. Those that are not plain are kept apart, for the engine has to read them itself.
 */
export function createLoad(visitors: Visitors): Load {
  const reached = new Map<LogSource, number>();
  const batches = createBatches();
  const click = new ClickFields();
  const pageEvent = new RecordFields(PAGE_EVENT_COLUMNS.length);
  let [rows, bytesTaken, known] = [0, 0, 0];

  function markOf({ isCandidate, visitor, uniquenessHours }: ClickFields, atMs: number): 0 | 1 {
    const at = Math.floor(atMs / 1000);
    return isCandidate && visitors.isNew(visitor, at, at + uniquenessHours * 3600) ? 1 : 0;
  }

  return {
    get batches() {
      return batches.all();
    },
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
        giveWay(1);
        if (source.known.get(target)?.has(offset)) {
          known += 1;
          return;
        }
        rows += 1;
        const isClick = target === TARGETS.clicks;
        const fields = isClick ? click : pageEvent;
        const isPlain = fields.find(bytes, start, end);
        const bounds = isPlain ? fields.bounds : Uint32Array.of(start, end + 1);
        const atMs = isClick ? click.atMs : pageEvent.number(PAGE_EVENT_AT);
        const row = isClick ? { bytes, bounds, mark: markOf(click, atMs) } : { bytes, bounds };
        batches.of(target, atMs, isPlain).add(source.segment, offset, row);
      });
      bytesTaken += advanced;
      if (advanced > 0) reached.set(source, source.reader.offset);
      return advanced > 0;
    },
  };
}

interface Batches {
  of(target: Target, atMs: number, isPlain: boolean): RowBatch;
  all(): RowBatch[];
}

/** One for each table, month, and whether the rows are plain. Nearly always the one of the last row is that of the next. */
function createBatches(): Batches {
  const batches = new Map<string, RowBatch>();
  const monthOf = createMonths();
  let [lastMonth, lastPlain] = [Number.NaN, false];
  let last: RowBatch | undefined;

  function find(key: string, target: Target): RowBatch {
    const batch = batches.get(key) ?? new RowBatch(target);
    batches.set(key, batch);
    return batch;
  }

  return {
    of(target, atMs, isPlain) {
      const month = monthOf(atMs);
      if (last?.target !== target || month !== lastMonth || isPlain !== lastPlain) {
        last = find(`${target.table} ${month} ${isPlain}`, target);
        [lastMonth, lastPlain] = [month, isPlain];
      }
      return last;
    },
    all: () => [...batches.values()],
  };
}

/** Clicks come in the order of time, so the month of the last one is nearly always that of the next. */
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
