import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignSettings, CampaignStatus } from '@poklik/contract/campaigns';
import { compileDestination } from '@poklik/domain/campaigns/destination-template';
import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { findAnalyticsId } from '../stats/find-analytics-id.ts';
import { enqueue } from '../stores/queue.ts';
import { createClickIdGenerator } from '../tracking/click-id.ts';
import { type ConvertedClick, reportConversions } from './demo-reports.ts';
import { type Course, clicksOfDay, courseOf, type MadeClick } from './made-traffic.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
const MICRO = 1_000_000;
const RETRY_MS = 2_000;

interface DemoCampaign extends Course {
  accountId: number;
  /** Whether it led people on at a moment. */
  ranAt(at: number): boolean;
}

/** Since when those that no longer run have rested. */
const RESTING_DAYS: Partial<Record<CampaignStatus, number>> = { paused: 3, archived: 40 };

/** Ninety days behind every campaign that has been running, once. */
export async function seedDemoHistory(services: Services, signal: AbortSignal): Promise<void> {
  const { log } = services;
  while (!signal.aborted) {
    try {
      return await fill(services, signal);
    } catch (error) {
      // The store may come up later than everything else.
      log.debug({ err: error }, 'the history of the demonstration has to wait');
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Clicks go straight into the statistics store, for they have no other home than the log; conversions go where every
 * conversion goes, and reach the statistics from there.
 */
async function fill({ clickhouse, pool, db, log }: Services, signal: AbortSignal): Promise<void> {
  const { client } = clickhouse;
  if ((await findAnalyticsId(client, 'clicks')) === null) throw new Error('there is no store yet');
  const answer = await client.query({
    query: "SELECT toYYYYMM(min(quarter)) FROM clicks WHERE seg = 'demo' HAVING count() > 0",
    format: 'JSONCompactEachRow',
  });
  const earliest = (await answer.json<[number]>())[0]?.[0] ?? Number.POSITIVE_INFINITY;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  // Whoever was stopped half-way goes on with the months before.
  const months = byMonth(today).filter(([month]) => month < earliest);
  if (months.length === 0) return;
  const campaigns = await listCampaigns(pool);
  // A few large inserts, each within a month as the ingest does it.
  for (const [, places] of months) {
    if (signal.aborted) return;
    const made = madeOn(campaigns, today, places);
    if (made.length === 0) continue;
    // Both or neither: a month that has its clicks is not looked at again.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await reportConversions(tx, made.filter(isConverted));
      await client.insert({ table: 'clicks', values: made.map(clickRow), format: 'JSONEachRow' });
    });
  }
  // The night in which it would be compared may never come.
  await enqueue(db, 'check_statistics', {});
  log.info({ campaigns: campaigns.length, days: DAYS }, 'the history of the demonstration is there');
}

interface Made extends Pick<ConvertedClick, 'clickId'> {
  campaign: DemoCampaign;
  click: MadeClick;
}

const isConverted = (made: Made): made is Made & ConvertedClick => made.click.conversion !== null;

const startOf = (today: number, place: number): number => today - (DAYS - place) * DAY_MS;

/** The days of the history up to today, by their month as 202611; the latest first, because people look at that. */
function byMonth(today: number): [month: number, places: number[]][] {
  const months = new Map<number, number[]>();
  for (let place = 0; place <= DAYS; place += 1) {
    const month = Number(new Date(startOf(today, place)).toISOString().slice(0, 7).replace('-', ''));
    months.set(month, [...(months.get(month) ?? []), place]);
  }
  return [...months].toReversed();
}

/** In the order of time, as their ids are. */
function madeOn(campaigns: readonly DemoCampaign[], today: number, places: readonly number[]): Made[] {
  const newId = createClickIdGenerator();
  return places
    .flatMap((place) =>
      campaigns.flatMap((campaign) =>
        [...clicksOfDay(campaign, startOf(today, place), place)].map((click) => ({ campaign, click })),
      ),
    )
    .filter(({ campaign, click }) => click.at < Date.now() && campaign.ranAt(click.at))
    .sort((one, other) => one.click.at - other.click.at)
    .map(({ campaign, click }) => ({ campaign, click, clickId: newId(click.at, campaign.id) }));
}

/** Drafts have never met anybody. */
async function listCampaigns(pool: Services['pool']): Promise<DemoCampaign[]> {
  const { rows } = await pool.query(
    "select id, account_id, settings from campaigns where status != 'draft' and deleted_at is null order by id",
  );
  return rows.map(({ id, account_id, settings }) => ({
    ...courseOf(Number(id), settings),
    accountId: Number(account_id),
    ranAt: runningTime(settings),
  }));
}

function runningTime({ status, start_at, end_at }: CampaignSettings): DemoCampaign['ranAt'] {
  const resting = RESTING_DAYS[status];
  const from = start_at === null ? 0 : Date.parse(start_at);
  const ended = end_at === null ? Number.POSITIVE_INFINITY : Date.parse(end_at);
  const until = resting === undefined ? ended : Date.now() - resting * DAY_MS;
  return (at) => from <= at && at < until;
}

function clickRow({ campaign: { id, accountId, settings }, click, clickId }: Made, place: number) {
  const values: Partial<Record<string, string>> = {
    click_id: clickId,
    campaign_id: String(id),
    campaign_name: settings.name,
    country: click.country,
    language: click.language,
    device: click.device,
    os: click.os,
    browser: click.browser,
    sub1: click.banner,
    sub2: click.placement,
  };
  return {
    account_id: accountId,
    campaign_id: id,
    version: 1,
    rule: click.rule,
    destination: click.destination,
    draw: click.draw,
    final_url: compileDestination(click.url)((name) => values[name] ?? ''),
    is_bot: click.isBot ? 1 : 0,
    country: click.country,
    language: click.language,
    device: click.device,
    os: click.os,
    browser: click.browser,
    referrer_host: click.referrer,
    traffic_source: settings.traffic_source ?? '',
    sub1: click.banner,
    sub2: click.placement,
    click_id: clickId,
    at: click.at,
    is_unique: click.isUnique ? 1 : 0,
    ip: `203.0.113.${place % 254}`,
    visitor: String(click.at * 1_000 + (place % 1_000)),
    uniqueness_hours: 24,
    cost_micro: Math.round(click.cost * MICRO),
    cost_currency: settings.cost_currency,
    cost_model: settings.cost_model,
    state: 'open',
    seg: 'demo',
    off: place,
  };
}
