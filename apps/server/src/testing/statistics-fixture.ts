import fc from 'fast-check';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { createClickIdGenerator } from '../tracking/clicks/click-id.ts';

/** A generated click with its conversion. */
export interface FixtureClick {
  atMs: number;
  campaign_id: number;
  version: number;
  rule: number;
  destination: number;
  verdict: number;
  is_bot: number;
  is_unique: number;
  country: string;
  language: string;
  device: string;
  os: string;
  browser: string;
  referrer_host: string;
  traffic_source: string;
  sub1: string;
  sub2: string;
  cost_micro: number;
  cost_currency: string;
  conversion: { afterMs: number; type: string; status: string; payout_micro: number } | null;
}

/** Of its conversion: everything by a chargeback, and a fifth of every other approved sale by refunds. */
export const refundedOf = ({ conversion }: FixtureClick): number => {
  if (!conversion) return 0;
  const { status, type, payout_micro: payout } = conversion;
  if (status === 'chargeback') return payout;
  return status === 'approved' && type !== 'lead' && payout % 2 === 0 ? Math.floor(payout / 5) : 0;
};

const SUBS = ['', 'a', 'b', "it's; DROP TABLE clicks", 'x,y|z&w=1+1', '=1+1', 'ї\\n{0:String}'];
const chosen = <T>(...values: [T, ...T[]]) => fc.constantFrom(...values);

export const generateClick = (
  campaignIds: readonly number[],
  times: fc.Arbitrary<number>,
): fc.Arbitrary<FixtureClick> =>
  fc
    .record({
      atMs: times,
      campaign_id: fc.constantFrom(...campaignIds),
      version: fc.integer({ min: 1, max: 3 }),
      rule: fc.integer({ min: 0, max: 2 }),
      destination: fc.integer({ min: 0, max: 2 }),
      verdict: chosen(0, 0, 0, 0, 0, 0, 1, 2),
      is_bot: chosen(0, 0, 0, 1),
      is_unique: fc.integer({ min: 0, max: 1 }),
      country: chosen('UA', 'PL', 'DE', 'ZZ'),
      language: chosen('uk', 'pl', ''),
      device: chosen('mobile', 'desktop'),
      os: chosen('android', 'ios', 'windows'),
      browser: chosen('chrome', 'safari'),
      referrer_host: chosen('', 'news.example', 'blog.example'),
      traffic_source: chosen('facebook', 'google', ''),
      sub1: fc.constantFrom(...SUBS),
      sub2: fc.constantFrom(...SUBS),
      cost_micro: fc.integer({ min: 0, max: 2_000_000 }),
      cost_currency: fc.constant('USD'),
      conversion: fc.option(
        fc.record({
          afterMs: fc.integer({ min: 0, max: 3 * 86_400_000 }),
          type: chosen('lead', 'sale', 'registration', 'upsell'),
          status: chosen('pending', 'approved', 'approved', 'rejected', 'chargeback'),
          payout_micro: fc.integer({ min: 0, max: 50_000_000 }),
        }),
        { freq: 3 },
      ),
    })
    // Clicks that are not counted are not unique and have no conversion.
    .map((click) => (click.verdict === 0 ? click : { ...click, is_unique: 0, conversion: null }));

/** Inserts rows like the ingest and the conversion sync do. Resolves to the IDs of the clicks. */
export async function storeClicks(
  client: Clickhouse['client'],
  accountId: number,
  clicks: readonly FixtureClick[],
): Promise<string[]> {
  const newId = createClickIdGenerator();
  const ids = clicks.map(({ atMs, campaign_id }) => newId(atMs, campaign_id));
  const shared = ({ atMs: _, verdict, is_unique, cost_micro, cost_currency, conversion, ...rest }: FixtureClick) =>
    rest;
  await client.insert({
    table: 'clicks',
    format: 'JSONEachRow',
    values: clicks.map((click, place) => ({
      ...shared(click),
      click_id: ids[place],
      at: click.atMs,
      account_id: accountId,
      verdict: click.verdict,
      is_unique: click.is_unique,
      cost_micro: click.cost_micro,
      cost_currency: click.cost_currency,
      cost_model: 'cpc',
      seg: `made-${accountId}`,
      off: place,
    })),
  });
  await client.insert({
    table: 'conversions',
    format: 'JSONEachRow',
    values: clicks.flatMap((click, place) => {
      const { conversion } = click;
      if (!conversion) return [];
      const row = {
        ...shared(click),
        conversion_id: `made-${accountId}-${place}`,
        revision: 1,
        sign: 1,
        click_id: ids[place],
        at: click.atMs + conversion.afterMs,
        click_at: click.atMs,
        account_id: accountId,
        type: conversion.type,
        status: 'pending',
        payout_micro: 1_000_000,
        change_id: place * 2,
      };
      // Every conversion was pending first; its current state is the sum of its rows.
      const amounts = { payout_micro: conversion.payout_micro, refunded_micro: refundedOf(click) };
      const change = { status: conversion.status, ...amounts, change_id: place * 2 + 1 };
      return [row, { ...row, sign: -1, change_id: place * 2 + 1 }, { ...row, revision: 2, ...change }];
    }),
  });
  return ids;
}
