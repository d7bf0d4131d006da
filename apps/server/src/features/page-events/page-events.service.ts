import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { countedName } from '@poklik/domain/page-events/event-names';
import type { Services } from '../../services.ts';
import {
  type CountedEvent,
  insertCountedEvents,
  listCounted,
  listCountedNames,
  listNamesOfDays,
  rowKey,
  splitByMonth,
  toCountedEvent,
} from '../../stats/events/counted-events.ts';
import {
  EVENTS_PER_ROUND,
  findEventProgress,
  listEventDays,
  listUncountedEvents,
  type PageEvent,
  saveEventProgress,
} from '../../stats/events/uncounted-events.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { type FoundClick, findClicksOf } from '../../stats/find-clicks.ts';
import { eventOrigin, repairRollups } from '../../stats/repair-rollups.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { askAll, clientOf, type Part, whileSettled } from '../../stores/shards/ask-shards.ts';
import { catchUp } from '../../stores/shards/cluster.ts';
import { parseClickTime } from '../../tracking/clicks/click-id.ts';
import { tryLockEvents } from './page-events.repo.ts';

type Client = Clickhouse['client'];

/** An event may be inserted before its click, which another tracker recorded. */
const CLICK_WAIT_SECONDS = 60;
/** Read again each time: clocks of trackers differ, and events wait for their clicks. */
const OVERLAP_SECONDS = 180;
const SAVE_INTERVAL_SECONDS = 60;
/** Days that are looked at as a whole at the start and every midnight: a tracker of an earlier release says no time of insert. */
const DAYS_CHECKED = 3;

/** What is known of each database, by name. */
export type EventCounting = Map<string, PartCounting>;

interface PartCounting {
  /** All events inserted before are counted or waiting, in seconds; null at the start. */
  until: number | null;
  savedUntil: number;
  /** Days that are still to be looked at as a whole: the last ones, or all of an earlier release or a restored database. */
  days: string[];
  /** The UTC day of the last round. */
  today: string;
  /** Batches whose insert failed: it may have happened, so exactly these are sent again. */
  unsure: CountedEvent[][];
  /** Accounts that were moving in the last round. */
  foreign: string;
}

export const startCounting = (): EventCounting => new Map();

const newPart = (): PartCounting => ({ until: null, savedUntil: 0, days: [], today: '', unsure: [], foreign: '' });

/**
 * Counts the events of pages that were inserted, at the time and with the facts of their clicks. What is counted is told
 * from the rows, so a crash at any time leaves nothing out and nothing twice. Returns true when there is more.
 */
export const countPageEvents = (
  { db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>,
  state: EventCounting,
  now = Math.floor(Date.now() / 1000),
): Promise<boolean> =>
  whileSettled(clickhouse, () =>
    db.transaction(async (tx) => {
      if (!(await tryLockEvents(tx))) return false;
      const failures: unknown[] = [];
      let hasMore = false;
      // A database that does not answer must not hold up the others.
      await askAll(clickhouse, async (part) => {
        const own = state.get(part.name) ?? newPart();
        state.set(part.name, own);
        try {
          if (await countPart(clickhouse, part, { state: own, now })) hasMore = true;
        } catch (error) {
          failures.push(error);
        }
      });
      if (failures.length > 0) throw failures[0];
      return hasMore;
    }),
  );

async function countPart(
  clickhouse: Clickhouse,
  { client, foreign }: Part,
  { state, now }: { state: PartCounting; now: number },
): Promise<boolean> {
  if (state.until === null) {
    if ((await findAnalyticsId(client, 'page_events')) === null) return false;
    await start(client, state, now);
  }
  checkLastDays(state, { now, foreign });
  await catchUp(client, ['counted_events']);
  await resendUnsure(clickhouse, client, state);
  const since = Math.max(1, (state.until ?? 0) - OVERLAP_SECONDS);
  const events = await listUncountedEvents(client, { insertedSince: since, foreign });
  const counted = await countEvents(client, state, { events, now });
  // As many may be waiting, then there is nothing to do.
  if (events.length === EVENTS_PER_ROUND) return counted > 0;
  state.until = now;
  if (state.days.length > 0) await countDay(client, state, { now, foreign });
  else if (now - state.savedUntil >= SAVE_INTERVAL_SECONDS) {
    await saveEventProgress(client, now);
    state.savedUntil = now;
  }
  return state.days.length > 0;
}

async function start(client: Client, state: PartCounting, now: number): Promise<void> {
  const until = await findEventProgress(client);
  if (until === null) state.days = await listEventDays(client);
  state.until = until ?? now;
  state.savedUntil = until ?? now;
}

/** The last days are looked at as a whole every midnight, and when an account came: it was behind where it was. */
function checkLastDays(state: PartCounting, { now, foreign }: { now: number; foreign: readonly number[] }): void {
  const today = dayOf(now * 1000);
  const accounts = foreign.join(' ');
  if (state.today === today && state.foreign === accounts) return;
  state.today = today;
  state.foreign = accounts;
  state.days.push(...lastDays(now).filter((day) => !state.days.includes(day)));
}

/** Rows of a day that were counted before an interruption are not counted again. */
async function countDay(
  client: Client,
  state: PartCounting,
  { now, foreign }: { now: number; foreign: readonly number[] },
): Promise<void> {
  const [day = ''] = state.days;
  const events = await listUncountedEvents(client, { day, foreign });
  const counted = await countEvents(client, state, { events, now });
  if (counted > 0) return;
  await repairDays(client, [day]);
  state.days.shift();
  // The next round saves the progress.
  if (state.days.length === 0) state.savedUntil = 0;
}

async function resendUnsure(clickhouse: Clickhouse, client: Client, { unsure }: PartCounting): Promise<void> {
  for (let rows = unsure[0]; rows; rows = unsure[0]) {
    const counted = await listCounted(client, rows);
    const missing: CountedEvent[] = [];
    // Those of an account that has moved meanwhile are counted where it is now.
    for (const row of rows) {
      if (!counted.has(rowKey(row)) && (await clientOf(clickhouse, row.account_id)) === client) missing.push(row);
    }
    if (missing.length > 0) await insertCountedEvents(client, missing);
    await repairDays(client, [...new Set(rows.map(({ at }) => dayOf(at)))]);
    unsure.shift();
  }
}

async function repairDays(client: Client, days: readonly string[]): Promise<void> {
  await catchUp(client, ['counted_events', 'figures']);
  await repairRollups(client, 'events', { origins: days.map(eventOrigin) });
}

const lastDays = (now: number): string[] =>
  Array.from({ length: DAYS_CHECKED }, (_, ago) => dayOf((now - ago * 86_400) * 1000));

/** Resolves to the number of events that were counted; the others wait for their clicks. */
async function countEvents(
  client: Client,
  state: PartCounting,
  { events, now }: { events: readonly PageEvent[]; now: number },
): Promise<number> {
  if (events.length === 0) return 0;
  const refs = events
    .filter(({ clickId }) => clickId !== '')
    .map(({ clickId, accountId, campaignId }) => ({ clickId, accountId, campaignId, at: parseClickTime(clickId) }));
  const clicks = await findClicksOf(client, refs);
  const due = events.filter(
    ({ clickId, insertedAt }) => clickId === '' || clicks.has(clickId) || now - insertedAt > CLICK_WAIT_SECONDS,
  );
  const rows = await buildRows(client, due, clicks);
  state.unsure.push(...splitByMonth(rows));
  while (state.unsure[0]) {
    await insertCountedEvents(client, state.unsure[0]);
    state.unsure.shift();
  }
  return rows.length;
}

async function buildRows(
  client: Client,
  events: readonly PageEvent[],
  clicks: ReadonlyMap<string, FoundClick>,
): Promise<CountedEvent[]> {
  const countingClick = ({ clickId }: PageEvent): FoundClick | undefined => {
    const click = clicks.get(clickId);
    return click?.outcome === ClickOutcome.redirected ? click : undefined;
  };
  const dayKey = (event: PageEvent): string =>
    `${event.campaignId} ${dayOf(countingClick(event)?.at.getTime() ?? event.at)}`;
  const counted = await listCountedNames(client, [...clicks.values()]);
  const names = await listNamesOfDays(client, {
    accountIds: events.map(({ accountId }) => accountId),
    campaignIds: events.map(({ campaignId }) => campaignId),
    days: events.map((event) => dayKey(event).split(' ')[1] ?? ''),
  });
  return events.map((event) => {
    const click = countingClick(event);
    // Made-up click IDs add neither counts nor names.
    if (event.clickId !== '' && !click)
      return toCountedEvent(event, undefined, { name: event.name, isFirst: false, isStray: true });
    const key = dayKey(event);
    const ownNames = names.get(key) ?? new Set();
    names.set(key, ownNames);
    const name = countedName(event.name, ownNames);
    const isFirst = click !== undefined && !counted.has(`${event.clickId} ${name}`);
    counted.add(`${event.clickId} ${name}`);
    return toCountedEvent(event, click, { name, isFirst, isStray: false });
  });
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
