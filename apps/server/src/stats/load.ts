import { RECORD_KINDS } from '../tracking/click-columns.ts';
import { newClickFields, readClickFields } from './click-fields.ts';
import { giveWay } from './give-way.ts';
import type { LogSource } from './log-source.ts';
import { RowBatch, TARGETS, type Target } from './row-batch.ts';
import type { Visitors } from './visitors.ts';

const ROWS_MAX = 100_000;
const BYTES_MAX = 48 * 1024 * 1024;
const CLICK = RECORD_KINDS.click.charCodeAt(0);
const PAGE_EVENT = RECORD_KINDS.pageEvent.charCodeAt(0);
const [TAB, ZERO] = [9, 48];

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

/** Decides in the order of the log which click is unique, and sorts rows by table and month: an insert is atomic within one. */
export function createLoad(visitors: Visitors): Load {
  const batches = new Map<Target, Map<number, RowBatch>>();
  const reached = new Map<LogSource, number>();
  const fields = newClickFields();
  const monthOf = createMonths();
  let [rows, bytesTaken, known] = [0, 0, 0];

  function batchOf(target: Target, atMs: number): RowBatch {
    rows += 1;
    const month = monthOf(atMs);
    let ofTarget = batches.get(target);
    if (!ofTarget) {
      ofTarget = new Map();
      batches.set(target, ofTarget);
    }
    let batch = ofTarget.get(month);
    if (!batch) {
      batch = new RowBatch(target);
      ofTarget.set(month, batch);
    }
    return batch;
  }

  return {
    get batches() {
      return [...batches.values()].flatMap((months) => [...months.values()]);
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
        giveWay();
        if (source.known.get(target)?.has(offset)) {
          known += 1;
          return;
        }
        if (target === TARGETS.pageEvents) {
          batchOf(target, leadingNumber(bytes, start)).add(source.segment, offset, { bytes, start, end });
          return;
        }
        readClickFields(bytes, start, end, fields);
        const at = Math.floor(fields.atMs / 1000);
        const isUnique = fields.isCandidate && visitors.isNew(fields.visitor, at, at + fields.uniquenessHours * 3600);
        batchOf(target, fields.atMs).add(source.segment, offset, { bytes, start, end, mark: isUnique ? 1 : 0 });
      });
      bytesTaken += advanced;
      if (advanced > 0) reached.set(source, source.reader.offset);
      return advanced > 0;
    },
  };
}

function leadingNumber(bytes: Buffer, start: number): number {
  let value = 0;
  for (let index = start; index < bytes.length && bytes[index] !== TAB; index += 1) {
    value = value * 10 + (bytes[index] as number) - ZERO;
  }
  return value;
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
