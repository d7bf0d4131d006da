import { type ApprovalOutcome, approvalRates, RATE_WINDOW } from '@poklik/domain/statistics/approval-rate';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { ageGroupSql, SERIES, type SeriesRates } from './approval-rates-sql.ts';
import type { MetricsScope } from './metrics-sources.ts';

type Client = Clickhouse['client'];

interface KnownRates {
  /** In seconds. */
  readAt: number;
  series: Promise<SeriesRates[]>;
}

/** Rates of 90 days hardly change in minutes, and reading them takes longer than the report itself. */
const KEPT_SECONDS = 300;
const KEPT_MAX = 200;
const kept = new WeakMap<Client, Map<string, KnownRates>>();

/** Adds what pending conversions are worth, if the revenue basis of a report needs it. */
export async function withExpectation(client: Client, scope: MetricsScope, nowSeconds: number): Promise<MetricsScope> {
  const { accountId, campaignIds, revenueBasis } = scope;
  if (revenueBasis !== 'expected' || accountId === undefined) return scope;
  const subject = { accountId, ...(campaignIds ? { campaignIds } : {}) };
  return { ...scope, expectation: { at: nowSeconds, series: await getRates(client, subject, nowSeconds) } };
}

function getRates(
  client: Client,
  subject: { accountId: number; campaignIds?: readonly number[] },
  nowSeconds: number,
): Promise<SeriesRates[]> {
  const rates = kept.get(client) ?? new Map<string, KnownRates>();
  kept.set(client, rates);
  const key = JSON.stringify(subject);
  const known = rates.get(key);
  if (known && Math.abs(nowSeconds - known.readAt) < KEPT_SECONDS) return known.series;
  const series = readRates(client, { ...subject, at: nowSeconds });
  rates.delete(key);
  rates.set(key, { readAt: nowSeconds, series });
  series.catch(() => rates.delete(key));
  for (const [oldest] of rates) {
    if (rates.size <= KEPT_MAX) break;
    rates.delete(oldest);
  }
  return series;
}

async function readRates(...of: Parameters<typeof listApprovalOutcomes>): Promise<SeriesRates[]> {
  const outcomes = await listApprovalOutcomes(...of);
  return outcomes.map((one) => ({ series: one.series, rates: approvalRates(one.outcomes) }));
}

/** Outcomes of the conversions of one campaign and type. */
interface SeriesOutcomes {
  series: bigint;
  outcomes: ApprovalOutcome[];
}

/** What became of an account's conversions that were pending at first, as known at a time in seconds. */
async function listApprovalOutcomes(
  client: Client,
  { accountId, campaignIds, at }: { accountId: number; campaignIds?: readonly number[]; at: number },
): Promise<SeriesOutcomes[]> {
  const answer = await client.query({
    query: `
      SELECT series, decided, isApproved, ageGroup, count() FROM (
        SELECT any(${SERIES}) AS series, sumIf(sign, status = 'approved') > 0 AS isApproved,
          toInt64(min(toUnixTimestamp(at))) AS arrived,
          if(sumIf(sign, status = 'pending') > 0, -1,
            toInt16(${ageGroupSql("(toInt64(minIf(toUnixTimestamp(changed_at), sign = 1 AND status != 'pending')) - arrived)")})) AS decided,
          ${ageGroupSql('({at:Int64} - arrived)')} AS ageGroup
        FROM conversions
        WHERE account_id = {accountId:UInt64} ${campaignIds ? 'AND campaign_id IN {campaignIds:Array(UInt64)}' : ''}
          AND quarter >= {at:Int64} - ${RATE_WINDOW} AND at < toDateTime({at:Int64}) AND changed_at < {at:Int64}
        GROUP BY conversion_id
        HAVING sum(sign) > 0 AND countIf(sign = 1 AND status = 'pending') > 0
      ) GROUP BY series, decided, isApproved, ageGroup`,
    query_params: { accountId, campaignIds, at },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  const found = new Map<string, ApprovalOutcome[]>();
  for (const [series, decided, isApproved, ageGroup, count] of await answer.json<
    [string, number, number, number, string]
  >()) {
    const outcome = {
      decidedIn: decided < 0 ? null : decided,
      isApproved: isApproved === 1,
      ageGroup,
      count: Number(count),
    };
    const own = found.get(series);
    if (own) own.push(outcome);
    else found.set(series, [outcome]);
  }
  return [...found].map(([series, outcomes]) => ({ series: BigInt(series), outcomes }));
}
