import {
  CLICK_COLUMNS,
  CLICK_ID_COLUMNS,
  PAGE_EVENT_COLUMNS,
  RECORD_KINDS,
  STEP_COLUMNS,
} from '@poklik/domain/clicks/click-columns';
import { clickFields } from './click-fields.ts';
import type { IngestStores } from './ingest-stores.ts';
import type { LogSource } from './log-source.ts';
import { type ByteRange, RecordFields } from './record-fields.ts';
import { type IngestTable, RowBatch, TABLES } from './row-batch.ts';
import { stepFirsts } from './step-firsts.ts';
import type { VisitorTable } from './visitors.ts';

const ROWS_MAX = 100_000;
const BYTES_MAX = 48 * 1024 * 1024;
const CLICK = RECORD_KINDS.click.charCodeAt(0);
const CLICK_ACCOUNT = CLICK_COLUMNS.findIndex(([name]) => name === 'account_id');

const placeIn = (columns: readonly (readonly [string, string])[], name: string): number =>
  columns.findIndex(([column]) => column === name);

/** Tables besides the clicks: where their records have the account, and the time that decides the month. */
const OTHER_TABLES = (
  [
    ['pageEvents', PAGE_EVENT_COLUMNS, 'at'],
    ['clickIds', CLICK_ID_COLUMNS, 'click_at'],
    ['steps', STEP_COLUMNS, 'click_at'],
  ] as const
).map(([name, columns, time]) => ({
  ...{ name, table: TABLES[name] as IngestTable },
  ...{ account: placeIn(columns, 'account_id'), time: placeIn(columns, time) },
}));
const STEPS_PLACE = OTHER_TABLES.findIndex(({ name }) => name === 'steps');
const TABLE_BY_KIND = new Map<number, IngestTable>([
  [CLICK, TABLES.clicks],
  [RECORD_KINDS.pageEvent.charCodeAt(0), TABLES.pageEvents],
  [RECORD_KINDS.clickIds.charCodeAt(0), TABLES.clickIds],
  [RECORD_KINDS.step.charCodeAt(0), TABLES.steps],
]);

/** Rows to insert together, and the offset of each segment after the insert. */
export interface IngestBatch {
  readonly rows: number;
  readonly isFull: boolean;
  readonly offsets: ReadonlyMap<LogSource, number>;
  /** Rows that were inserted already. */
  readonly known: number;
  /** Reads about a megabyte of new records from a segment. Returns false if there are none. */
  readFrom(source: LogSource): Promise<boolean>;
  /** The rows that were read, with the place of their database. */
  batches(): { store: number; rows: RowBatch }[];
}

/**
 * Decides in log order which clicks are unique and which second clicks are the first, and groups rows by database, table
 * and month, because an insert is atomic within a partition.
 */
export function createIngestBatch(
  { visitors, steps }: { visitors: VisitorTable; steps: VisitorTable },
  { clients, storeOf }: Pick<IngestStores, 'clients' | 'storeOf'>,
): IngestBatch {
  const reached = new Map<LogSource, number>();
  const stores = clients.map(createStore);
  const clickRecord = new RecordFields(TABLES.clicks.defaults.length);
  const click = clickFields(clickRecord);
  const others = OTHER_TABLES.map((other) => ({ ...other, fields: new RecordFields(other.table.defaults.length) }));
  const firstsOf = stepFirsts(others[STEPS_PLACE]?.fields as RecordFields, steps);
  let [rows, bytesRead, known] = [0, 0, 0];

  /** Reused for all records. */
  const record: ByteRange = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  function addClick(source: LogSource, offset: number): void {
    clickRecord.split(record);
    const store = storeOf(clickRecord.number(CLICK_ACCOUNT));
    if (isKnown(source, store, TABLES.clicks, offset)) return;
    const atMs = click.atMs();
    const at = Math.floor(atMs / 1000);
    const isUnique = click.isCandidate() && visitors.isNew(click.visitor(), at, at + click.uniquenessHours() * 3600);
    stores[store]?.clicks.batchFor(atMs).add(source.segment, offset, record, clickRecord, isUnique ? 1 : 0);
  }

  function addOther(table: IngestTable, source: LogSource, offset: number): void {
    const other = others.find((each) => each.table === table);
    if (!other) return;
    const { fields, name } = other;
    fields.split(record);
    const store = storeOf(fields.number(other.account));
    if (isKnown(source, store, table, offset)) return;
    const flag = table === TABLES.steps ? firstsOf() : 0;
    stores[store]?.[name].batchFor(fields.number(other.time)).add(source.segment, offset, record, fields, flag);
  }

  function isKnown(source: LogSource, store: number, table: IngestTable, offset: number): boolean {
    const isInserted = source.known[store]?.get(table)?.has(offset) ?? false;
    if (isInserted) known += 1;
    else rows += 1;
    return isInserted;
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
        const target = TABLE_BY_KIND.get(kind);
        if (!target) return;
        record.bytes = bytes;
        record.start = start;
        record.end = end;
        if (target === TABLES.clicks) addClick(source, offset);
        else addOther(target, source, offset);
      });
      bytesRead += advanced;
      if (advanced > 0) reached.set(source, source.reader.offset);
      return advanced > 0;
    },
    // A conversion is counted and sent to the source when its click is there, so identifiers and steps come first.
    batches: () =>
      stores.flatMap(({ clicks, pageEvents, clickIds, steps: stepRows }, store) =>
        [clickIds, stepRows, clicks, pageEvents].flatMap((table) => table.batches().map((rows) => ({ store, rows }))),
      ),
  };
}

const createStore = () => ({
  clicks: createMonths(TABLES.clicks),
  pageEvents: createMonths(TABLES.pageEvents),
  clickIds: createMonths(TABLES.clickIds),
  steps: createMonths(TABLES.steps),
});

interface Months {
  /** The batch for a row of that time. */
  batchFor(atMs: number): RowBatch;
  batches(): RowBatch[];
}

function createMonths(target: IngestTable): Months {
  const monthOf = createMonthLookup();
  const batches = new Map<number, RowBatch>();
  return {
    batchFor(atMs) {
      const month = monthOf(atMs);
      const batch = batches.get(month) ?? new RowBatch(target);
      batches.set(month, batch);
      return batch;
    },
    batches: () => [...batches.values()],
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
