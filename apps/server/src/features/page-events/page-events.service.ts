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
import { type FoundClick, findClicks } from '../../stats/find-clicks.ts';
import { eventOrigin, repairRollups } from '../../stats/repair-rollups.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
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

export interface EventCounting {
  /** All events inserted before are counted or waiting, in seconds; null at the start. */
  until: number | null;
  savedUntil: number;
  /** Days that are still to be looked at as a whole: the last ones, or all of an earlier release or a restored database. */
  days: string[];
  /** The UTC day of the last round. */
  today: string;
  /** Batches whose insert failed: it may have happened, so exactly these are sent again. */
  unsure: CountedEvent[][];
}

export const startCounting = (): EventCounting => ({
  until: null,
  savedUntil: 0,
  days: [],
  today: '',
  unsure: [],
});

/**
 * Counts the events of pages that were inserted, at the time and with the facts of their clicks. What is counted is told
 * from the rows, so a crash at any time leaves nothing out and nothing twice. Returns true when there is more.
 */
export const countPageEvents = (
  { db, clickhouse: { client } }: Pick<Services, 'db' | 'clickhouse'>,
  state: EventCounting,
  now = Math.floor(Date.now() / 1000),
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await tryLockEvents(tx))) return false;
    if (state.until === null) await start(client, state, now);
    checkLastDays(state, now);
    await resendUnsure(client, state);
    const since = Math.max(1, (state.until ?? 0) - OVERLAP_SECONDS);
    const events = await listUncountedEvents(client, { insertedSince: since });
    const counted = await countEvents(client, state, { events, now });
    // As many may be waiting, then there is nothing to do.
    if (events.length === EVENTS_PER_ROUND) return counted > 0;
    state.until = now;
    if (state.days.length > 0) await countDay(client, state, now);
    else if (now - state.savedUntil >= SAVE_INTERVAL_SECONDS) {
      await saveEventProgress(client, now);
      state.savedUntil = now;
    }
    return state.days.length > 0;
  });

async function start(client: Client, state: EventCounting, now: number): Promise<void> {
  const until = await findEventProgress(client);
  if (until === null) state.days = await listEventDays(client);
  state.until = until ?? now;
  state.savedUntil = until ?? now;
}

function checkLastDays(state: EventCounting, now: number): void {
  const today = dayOf(now * 1000);
  if (state.today === today) return;
  state.today = today;
  state.days.push(...lastDays(now).filter((day) => !state.days.includes(day)));
}

/** Rows of a day that were counted before an interruption are not counted again. */
async function countDay(client: Client, state: EventCounting, now: number): Promise<void> {
  const [day = ''] = state.days;
  const events = await listUncountedEvents(client, { day });
  const counted = await countEvents(client, state, { events, now });
  if (counted > 0) return;
  await repairDays(client, [day]);
  state.days.shift();
  // The next round saves the progress.
  if (state.days.length === 0) state.savedUntil = 0;
}

async function resendUnsure(client: Client, { unsure }: EventCounting): Promise<void> {
  for (let rows = unsure[0]; rows; rows = unsure[0]) {
    const counted = await listCounted(client, rows);
    const missing = rows.filter((row) => !counted.has(rowKey(row)));
    if (missing.length > 0) await insertCountedEvents(client, missing);
    await repairDays(client, [...new Set(rows.map(({ at }) => dayOf(at)))]);
    unsure.shift();
  }
}

const repairDays = (client: Client, days: readonly string[]) =>
  repairRollups(client, 'events', { origins: days.map(eventOrigin) });

const lastDays = (now: number): string[] =>
  Array.from({ length: DAYS_CHECKED }, (_, ago) => dayOf((now - ago * 86_400) * 1000));

/** Resolves to the number of events that were counted; the others wait for their clicks. */
async function countEvents(
  client: Client,
  state: EventCounting,
  { events, now }: { events: readonly PageEvent[]; now: number },
): Promise<number> {
  if (events.length === 0) return 0;
  const refs = events
    .filter(({ clickId }) => clickId !== '')
    .map(({ clickId, accountId, campaignId }) => ({ clickId, accountId, campaignId, at: parseClickTime(clickId) }));
  const clicks = await findClicks(client, refs);
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
