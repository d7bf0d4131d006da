import type { PostbackResult } from '@poklik/contract/conversion-values';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { parsePostback } from '@poklik/domain/conversions/postback-fields';
import { toMicro } from '@poklik/domain/money/amount';
import { recordWithLock } from '@poklik/server/features/conversions/conversions.service';
import type { FoundClick } from '@poklik/server/stats/find-clicks';
import type { Database } from '@poklik/server/stores/postgres';
import { outgoingPostbacks, postbacks, type ReportedFields } from '@poklik/server/stores/tables/conversions';
import { createClickIdGenerator } from '@poklik/server/tracking/clicks/click-id';
import { toReportedFields } from '@poklik/server/tracking/postbacks/receive-postback';
import { inArray, sql } from 'drizzle-orm';
import { tagKindOf } from './campaign-draft.ts';
import { campaignQuery, type DemoNetwork, networkQuery, silentSince } from './networks.ts';
import { type ConversionReport, type DemoClick, seededRandom, type TrafficProfile } from './traffic.ts';

export interface ConvertedClick {
  clickId: string;
  campaign: TrafficProfile & { accountId: number; network: DemoNetwork | null };
  click: DemoClick & { conversion: NonNullable<DemoClick['conversion']> };
}

interface DemoPostback {
  id: string;
  accountId: number;
  campaignId: number;
  networkId: number | null;
  clickId: string;
  fields: ReportedFields;
  receivedAt: Date;
  source: 'postback';
  postbackId: string;
  rawQuery: string;
  /** The tracker's result. */
  refusal?: PostbackResult;
}

const BATCH_SIZE = 400;
/** Ad networks send duplicates, unknown clicks and old keys. */
const PROBABILITIES = { twice: 0.04, stranger: 0.015, oldKey: 0.01 };

/** The postbacks of the demo, processed like real ones at their time. */
export async function insertDemoPostbacks(db: Database, converted: readonly ConvertedClick[]): Promise<void> {
  for (let at = 0; at < converted.length; at += BATCH_SIZE) {
    const part = converted.slice(at, at + BATCH_SIZE);
    await db.transaction((tx) => report(tx, part));
  }
}

async function report(tx: Database, converted: readonly ConvertedClick[]): Promise<void> {
  const newId = createClickIdGenerator();
  const random = seededRandom(converted[0]?.click.at ?? 0);
  const reports = converted
    .flatMap((one) => buildPostbacks(one, random))
    .filter(({ receivedAt }) => receivedAt.getTime() < Date.now())
    .sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
    .map((one) => ({ ...one, id: newId(one.receivedAt.getTime(), one.campaignId) }))
    .map((one): DemoPostback => ({ ...one, postbackId: one.id }));
  if (reports.length === 0) return;
  const clicks = new Map(converted.map((one) => [one.clickId, toFoundClick(one)]));
  const accepted = reports.filter(({ refusal }) => refusal === undefined);
  const outcomes = await recordWithLock(tx, accepted, clicks);
  const moments = outcomes.flatMap(({ change }, place) =>
    change ? [{ id: change.conversionId, revision: change.revision, at: accepted[place]?.receivedAt }] : [],
  );
  await tx.execute(sql`update conversion_changes set at = m.at
    from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as m(id text, revision int, at timestamptz)
    where conversion_id = m.id and conversion_changes.revision = m.revision`);
  // Nothing is sent for the past; `deliveries.ts` fills the log.
  const changed = moments.map(({ id }) => id);
  await tx.delete(outgoingPostbacks).where(inArray(outgoingPostbacks.conversionId, changed));
  const fates = new Map(accepted.map(({ id }, place) => [id, outcomes[place]]));
  await tx.insert(postbacks).values(
    reports.map(({ id, refusal, postbackId: _, ...row }) => ({
      ...row,
      id,
      method: 'GET',
      ip: '198.51.100.24',
      verdict: refusal ?? fates.get(id)?.result ?? 'waiting',
      conversionId: fates.get(id)?.conversion?.id ?? null,
      resolvedAt: row.receivedAt,
    })),
  );
}

type Unnumbered = Omit<DemoPostback, 'id' | 'postbackId'>;

function buildPostbacks({ campaign, click, clickId }: ConvertedClick, random: () => number): Unnumbered[] {
  const { network } = campaign;
  const transactionId = `T-${Math.floor(random() * 36 ** 6)
    .toString(36)
    .toUpperCase()
    .padStart(6, '0')}`;
  const one = ({ type, payout, status, afterMs }: ConversionReport, named = clickId): Unnumbered => {
    const report = { clickId: named, status, payout: payout.toFixed(2), type, transactionId };
    const rawQuery = network ? networkQuery(network, report) : campaignQuery('***', report);
    const sent = new URLSearchParams(rawQuery);
    const parsed = parsePostback((name) => sent.get(name), network?.mapping);
    return {
      accountId: campaign.accountId,
      campaignId: campaign.id,
      networkId: network?.id ?? null,
      clickId: named,
      fields: toReportedFields(parsed, { isTrusted: true, network }),
      receivedAt: new Date(click.at + afterMs),
      source: 'postback',
      rawQuery,
    };
  };
  const { reports } = click.conversion;
  const [first] = reports;
  if (!first) return [];
  const { afterMs } = first;
  const told = [
    ...reports.map((report) => one(report)),
    ...(random() < PROBABILITIES.twice ? [one({ ...first, afterMs: afterMs + 5_000 })] : []),
    ...(random() < PROBABILITIES.stranger
      ? [one({ ...first, afterMs: afterMs + 900_000 }, createClickIdGenerator()(click.at - 1, campaign.id))]
      : []),
    ...(network === null && random() < PROBABILITIES.oldKey
      ? [{ ...one({ ...first, afterMs: afterMs - 30_000 }), refusal: 'bad_key' as const }]
      : []),
  ];
  const until = network ? silentSince(network) : Number.POSITIVE_INFINITY;
  return told.filter(({ receivedAt }) => receivedAt.getTime() < until);
}

const toFoundClick = ({ campaign, click, clickId }: ConvertedClick): FoundClick => ({
  clickId,
  at: new Date(click.at),
  accountId: campaign.accountId,
  campaignId: campaign.id,
  version: 1,
  rule: click.rule,
  destination: click.destination,
  landerId: click.lander?.id ?? 0,
  offerId: click.next?.choice.offerId ?? click.offerId ?? 0,
  step: click.lander ? 1 : 0,
  outcome: ClickOutcome.redirected,
  isBot: 0,
  country: click.country,
  language: click.language,
  device: click.device,
  os: click.os,
  browser: click.browser,
  referrerHost: click.referrer,
  trafficSource: campaign.settings.traffic_source ?? '',
  entry: '',
  tagKind: tagKindOf(campaign.settings.traffic_source),
  externalId: '',
  subs: [click.banner, click.placement, ...Array.from({ length: 8 }, () => '')],
  costMicro: toMicro(click.cost.toFixed(6)),
  costCurrency: campaign.settings.cost_currency,
});
