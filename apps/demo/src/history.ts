import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignSettings, CampaignStatus } from '@poklik/contract/campaigns';
import { compileDestination } from '@poklik/domain/routing/destination-template';
import { chooseNext, type LiveTargets, type PlannedLander } from '@poklik/domain/routing/routing-plan';
import { checkNetworks } from '@poklik/server/features/networks/network-health.service';
import type { Services } from '@poklik/server/services';
import { findAnalyticsId } from '@poklik/server/stats/find-analytics-id';
import { enqueue } from '@poklik/server/stores/queue';
import { createClickIdGenerator } from '@poklik/server/tracking/clicks/click-id';
import { sql } from 'drizzle-orm';
import { tagKindOf } from './campaign-draft.ts';
import { type DemoNetwork, listNetworks } from './networks.ts';
import { findLiveLanders, findLiveOffers } from './offers.ts';
import { type ConvertedClick, insertDemoPostbacks } from './postbacks.ts';
import {
  createProfile,
  type DemoClick,
  generateClicks,
  generateEvents,
  SECOND_MS,
  seededRandom,
  type TrafficProfile,
} from './traffic.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
const MICRO = 1_000_000;
const RETRY_MS = 2_000;

interface DemoCampaign extends TrafficProfile {
  accountId: number;
  network: DemoNetwork | null;
  /** Whether the campaign was live at that time. */
  ranAt(at: number): boolean;
}

/** When paused and ended campaigns stopped. */
const PAUSED_DAYS: Partial<Record<CampaignStatus, number>> = { paused: 3, archived: 40 };

/** Creates ninety days of history for every started campaign, once. */
export async function seedDemoHistory(services: Services, signal: AbortSignal): Promise<void> {
  const { log } = services;
  while (!signal.aborted) {
    try {
      return await insertHistory(services, signal);
    } catch (error) {
      // ClickHouse may be ready later than everything else.
      log.debug({ err: error }, 'demo history waiting for the analytics database');
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Clicks are inserted into ClickHouse directly; conversions go to PostgreSQL and are synced from there. */
async function insertHistory(services: Services, signal: AbortSignal): Promise<void> {
  const { clickhouse, pool, db, log } = services;
  const { client } = clickhouse;
  if ((await findAnalyticsId(client, 'clicks')) === null) throw new Error('analytics database not ready');
  const answer = await client.query({
    query: "SELECT toYYYYMM(min(quarter)) FROM clicks WHERE seg = 'demo' HAVING count() > 0",
    format: 'JSONCompactEachRow',
  });
  const earliest = (await answer.json<[number]>())[0]?.[0] ?? Number.POSITIVE_INFINITY;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  // After an interruption it continues with the remaining months.
  const months = groupByMonth(today).filter(([month]) => month < earliest);
  if (months.length === 0) return;
  const campaigns = await listCampaigns({ pool, db });
  // A few large inserts, each within a month like the ingest.
  for (const [month, places] of months) {
    if (signal.aborted) return;
    const made = generateHistory(campaigns, today, places);
    if (made.length === 0) continue;
    // Both or neither: a month with clicks is skipped.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await insertDemoPostbacks(tx, made.filter(isConverted));
      await client.insert({
        table: 'page_events',
        values: made.flatMap(eventRows).map((row, off) => ({ ...row, seg: `demo ${month}`, off })),
        format: 'JSONEachRow',
        // The clicks tell whether a month is complete, so events may be inserted again.
        clickhouse_settings: { insert_deduplication_token: `demo ${month}` },
      });
      await client.insert({
        table: 'steps',
        values: made.flatMap(stepRows),
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: `demo steps ${month}` },
      });
      await client.insert({ table: 'clicks', values: made.map(clickRow), format: 'JSONEachRow' });
    });
  }
  await checkNetworks(services);
  // A demo may never run until the nightly comparison.
  await enqueue(db, 'check_statistics', {});
  log.info({ campaigns: campaigns.length, days: DAYS }, 'demo history created');
}

interface GeneratedClick extends Pick<ConvertedClick, 'clickId'> {
  campaign: DemoCampaign;
  click: DemoClick;
}

export const isConverted = (made: GeneratedClick): made is GeneratedClick & ConvertedClick =>
  made.click.conversion !== null;

const startOf = (today: number, place: number): number => today - (DAYS - place) * DAY_MS;

/** Days of the history by month (202611), latest first, because that is what users look at. */
function groupByMonth(today: number): [month: number, places: number[]][] {
  const months = new Map<number, number[]>();
  for (let place = 0; place <= DAYS; place += 1) {
    const month = Number(new Date(startOf(today, place)).toISOString().slice(0, 7).replace('-', ''));
    months.set(month, [...(months.get(month) ?? []), place]);
  }
  return [...months].toReversed();
}

/** How many visitors of a lander follow one of its links. */
export const LANDER_CTR = 0.38;

/** Buyers go on; of the others some do. The draw of the click makes it the same at every start. */
function goOn(
  { draw, isBot, country, conversion }: DemoClick,
  lander: PlannedLander,
  live: LiveTargets,
): Pick<DemoClick, 'next'> {
  const random = seededRandom(draw + 1);
  if (conversion === null && (isBot || random() >= LANDER_CTR)) return {};
  const slot = random() < 0.7 ? 1 : 2;
  const choice = chooseNext(lander, slot, { country, random: random() }, live);
  return { next: { afterMs: 2 * SECOND_MS + Math.floor(random() * 40 * SECOND_MS), slot, choice } };
}

/** In time order, like their IDs. */
export function generateHistory(
  campaigns: readonly DemoCampaign[],
  today: number,
  places: readonly number[],
): GeneratedClick[] {
  const newId = createClickIdGenerator();
  return places
    .flatMap((place) =>
      campaigns.flatMap((campaign) =>
        [...generateClicks(campaign, startOf(today, place), place)].map((click) => ({
          campaign,
          click: click.lander ? { ...click, ...goOn(click, click.lander, campaign.live) } : click,
        })),
      ),
    )
    .filter(({ campaign, click }) => click.at < Date.now() && campaign.ranAt(click.at))
    .sort((one, other) => one.click.at - other.click.at)
    .map(({ campaign, click }) => ({ campaign, click, clickId: newId(click.at, campaign.id) }));
}

/** Drafts have no traffic. */
export async function listCampaigns({ pool, db }: Pick<Services, 'pool' | 'db'>): Promise<DemoCampaign[]> {
  const networks = await listNetworks(db);
  const live = { findOffer: await findLiveOffers(db), findLander: await findLiveLanders(db) };
  const { rows } = await pool.query(
    "select id, account_id, settings from campaigns where status != 'draft' and deleted_at is null order by id",
  );
  return rows.map(({ id, account_id, settings }) => ({
    ...createProfile(Number(id), settings, live),
    accountId: Number(account_id),
    network: networks.get(settings.network_id) ?? null,
    ranAt: runningTime(settings),
  }));
}

function runningTime({ status, start_at, end_at }: CampaignSettings): DemoCampaign['ranAt'] {
  const resting = PAUSED_DAYS[status];
  const from = start_at === null ? 0 : Date.parse(start_at);
  const ended = end_at === null ? Number.POSITIVE_INFINITY : Date.parse(end_at);
  const until = resting === undefined ? ended : Date.now() - resting * DAY_MS;
  return (at) => from <= at && at < until;
}

/** What the landing pages of the campaign send. */
function eventRows({ campaign: { id, accountId, settings }, click, clickId }: GeneratedClick) {
  return generateEvents(click)
    .filter(({ afterMs }) => click.at + afterMs < Date.now())
    .map(({ name, afterMs }) => ({
      account_id: accountId,
      campaign_id: id,
      name,
      click_id: clickId,
      at: click.at + afterMs,
      country: click.country,
      device: click.device,
      cost_currency: settings.cost_currency,
      inserted_at: Math.floor(Date.now() / 1_000),
    }));
}

/** A URL with what its macros stand for. */
function fillIn(url: string, { campaign: { id, settings }, click, clickId }: GeneratedClick): string {
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
  return compileDestination(url)((name) => values[name] ?? '');
}

/** What visitors of landers click. */
function stepRows(made: GeneratedClick, off: number) {
  const { campaign, click, clickId } = made;
  const { id, accountId, settings } = campaign;
  const { lander, next } = click;
  if (!lander || !next || click.at + next.afterMs >= Date.now()) return [];
  const { choice } = next;
  return [
    {
      ...{ at: click.at + next.afterMs, click_at: click.at, account_id: accountId, campaign_id: id, version: 1 },
      ...{ click_id: clickId, step: 1, slot: next.slot, lander_id: lander.id, offer_id: choice.offerId ?? 0 },
      ...{ next_lander_id: choice.lander?.id ?? 0, uid: choice.uid, draw: click.draw, gave_way: choice.gaveWay ?? '' },
      firsts: choice.offerId === undefined ? 1 : 3,
      ...{ is_bot: click.isBot ? 1 : 0, rule: click.rule, destination: click.destination },
      ...{ country: click.country, language: click.language, device: click.device, os: click.os },
      ...{ browser: click.browser, traffic_source: settings.traffic_source ?? '', final_url: fillIn(choice.url, made) },
      ...{ seg: 'demo', off },
    },
  ];
}

function clickRow(made: GeneratedClick, place: number) {
  const { campaign, click, clickId } = made;
  const { id, accountId, settings } = campaign;
  return {
    account_id: accountId,
    campaign_id: id,
    version: 1,
    rule: click.rule,
    destination: click.destination,
    draw: click.draw,
    final_url: fillIn(click.url, made),
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
    lander_id: click.lander?.id ?? 0,
    offer_id: click.offerId ?? 0,
    gave_way: click.gaveWay ?? '',
    tag_kind: tagKindOf(settings.traffic_source),
    seg: 'demo',
    off: place,
  };
}
