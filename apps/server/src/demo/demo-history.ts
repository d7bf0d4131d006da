import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Services } from '../services.ts';
import { clicksOfDay, type MadeClick } from './made-traffic.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
const MICRO = 1_000_000;
const RETRY_MS = 2_000;

interface DemoCampaign {
  id: number;
  accountId: number;
  settings: CampaignSettings;
}

/** Ninety days behind every campaign that has been running, once, straight into the statistics store. */
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

async function fill({ clickhouse, pool, log }: Services, signal: AbortSignal): Promise<void> {
  const { client } = clickhouse;
  const answer = await client.query({
    query: "SELECT count() FROM clicks WHERE seg = 'demo'",
    format: 'JSONCompactEachRow',
  });
  const [row] = await answer.json<[string]>();
  if (Number(row?.[0] ?? 0) > 0) return;
  const campaigns = await listCampaigns(pool);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  // A few large inserts, each within a month as the ingest does it.
  for (const places of byMonth(today)) {
    if (signal.aborted) return;
    const made = places.flatMap((place) => madeOn(campaigns, today, place));
    if (made.length === 0) continue;
    await client.insert({ table: 'clicks', values: made.map(clickRow), format: 'JSONEachRow' });
    const conversions = made.flatMap(conversionRow);
    if (conversions.length > 0)
      await client.insert({ table: 'conversions', values: conversions, format: 'JSONEachRow' });
  }
  log.info({ campaigns: campaigns.length, days: DAYS }, 'the history of the demonstration is there');
}

interface Made {
  campaign: DemoCampaign;
  click: MadeClick;
  place: number;
  index: number;
}

const startOf = (today: number, place: number): number => today - (DAYS - place) * DAY_MS;

/** The days of the history up to today, by their month; the latest month first, because that is what people look at. */
function byMonth(today: number): number[][] {
  const months = new Map<string, number[]>();
  for (let place = 0; place <= DAYS; place += 1) {
    const month = new Date(startOf(today, place)).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), place]);
  }
  return [...months.values()].toReversed();
}

const madeOn = (campaigns: readonly DemoCampaign[], today: number, place: number): Made[] =>
  campaigns.flatMap((campaign) =>
    [...clicksOfDay(campaign, startOf(today, place), place)]
      .filter(({ at }) => at < Date.now())
      .map((click, index) => ({ campaign, click, place, index })),
  );

/** Drafts have never met anybody. */
async function listCampaigns(pool: Services['pool']): Promise<DemoCampaign[]> {
  const { rows } = await pool.query(
    "select id, account_id, settings from campaigns where status != 'draft' and deleted_at is null order by id",
  );
  return rows.map(({ id, account_id, settings }) => ({ id: Number(id), accountId: Number(account_id), settings }));
}

const clickId = (campaign: DemoCampaign, place: number, index: number): string =>
  `demo-${campaign.id}-${place}-${index}`;

/** What clicks and conversions both know of a visitor. */
const factsOf = ({ id, accountId, settings }: DemoCampaign, click: MadeClick) => ({
  account_id: accountId,
  campaign_id: id,
  version: 1,
  rule: click.rule,
  destination: click.destination,
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
});

const clickRow = ({ campaign, click, place, index }: Made) => ({
  ...factsOf(campaign, click),
  click_id: clickId(campaign, place, index),
  at: click.at,
  is_unique: click.isUnique ? 1 : 0,
  visitor: String(campaign.id * 1_000_000_000 + place * 1_000_000 + index),
  uniqueness_hours: 24,
  cost_micro: Math.round(click.cost * MICRO),
  cost_currency: campaign.settings.cost_currency,
  cost_model: campaign.settings.cost_model,
  state: 'open',
  seg: 'demo',
  off: place * 1_000_000 + (campaign.id % 1_000) * 1_000 + index,
});

function conversionRow({ campaign, click, place, index }: Made) {
  const { conversion } = click;
  if (!conversion) return [];
  const at = click.at + conversion.afterMs;
  if (at > Date.now()) return [];
  return [
    {
      ...factsOf(campaign, click),
      conversion_id: clickId(campaign, place, index),
      click_id: clickId(campaign, place, index),
      revision: 1,
      sign: 1,
      at,
      click_at: click.at,
      type: conversion.type,
      status: conversion.status,
      payout_micro: Math.round(conversion.payout * MICRO),
    },
  ];
}
