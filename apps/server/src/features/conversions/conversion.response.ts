import { PostbackResult } from '@poklik/contract/conversion-values';
import type { Conversion, ConversionDetails, Postback } from '@poklik/contract/conversions';
import { refundedOf } from '@poklik/domain/conversions/evaluate-postback';
import { parseAmount } from '@poklik/domain/conversions/postback-fields';
import { fromMicro } from '@poklik/domain/money/amount';
import type { ConversionState } from '../../stores/tables/conversions.ts';
import type { ConversionWithCampaign, listConversionChanges } from './conversions.repo.ts';
import type { PostbackWithCampaign } from './inbox.repo.ts';

const toNamedParams = ([param1 = '', param2 = '', param3 = '', param4 = '', param5 = '']: readonly string[]) => ({
  param1,
  param2,
  param3,
  param4,
  param5,
});

export const toConversion = (row: ConversionWithCampaign): Conversion => ({
  id: row.id,
  click_id: row.clickId,
  campaign: row.campaign,
  type: row.type,
  status: row.status,
  original_status: row.originalStatus,
  transaction_id: row.transactionId,
  payout: fromMicro(row.payoutMicro),
  refunded: fromMicro(refundedOf(row)),
  currency: row.currency,
  revenue: fromMicro(row.payoutBaseMicro),
  ...toNamedParams(row.params),
  params: row.params,
  source: row.source,
  click_at: row.clickAt.toISOString(),
  received_at: row.receivedAt.toISOString(),
  time_to_convert: Math.max(0, Math.round((row.receivedAt.getTime() - row.clickAt.getTime()) / 1000)),
  country: row.country,
  device: row.click.device,
  os: row.click.os,
  browser: row.click.browser,
  language: row.click.language,
  subs: row.click.subs,
});

const AMOUNT_PARAMS = /(^|[?&])(payout|revenue|amount|sum)=[^&]*/gi;
/** The raw query may contain amounts under any of these parameter names. */
const redactAmounts = (text: string): string => text.replace(AMOUNT_PARAMS, '$1$2=***');

const ASSIGNMENT = /=([^&]*)/g;
/** A network may send the amount under any name. */
const redactNumbers = (text: string): string =>
  redactAmounts(text).replace(ASSIGNMENT, (part, value: string) =>
    parseAmount(decodeText(value)) === undefined || value === '' ? part : '=***',
  );

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const redactQuery = ({ rawQuery, campaign, network }: PostbackWithCampaign): string =>
  campaign !== null && network === null ? redactAmounts(rawQuery) : redactNumbers(rawQuery);

export const toPostback = (row: PostbackWithCampaign, canSeeMoney: boolean): Postback => ({
  id: row.id,
  campaign: row.campaign,
  network: row.network,
  click_id: row.clickId,
  received_at: row.receivedAt.toISOString(),
  method: row.method,
  ip: row.ip,
  raw_query: canSeeMoney ? row.rawQuery : redactQuery(row),
  source: row.source,
  verdict: PostbackResult.parse(row.verdict),
  conversion_id: row.conversionId,
  is_waiting: row.dueAt !== null,
});

const toState = (state: ConversionState) => ({
  status: state.status,
  payout: fromMicro(BigInt(state.payout_micro)),
  currency: state.currency,
});

/** An upgrade adds what was taken to conversions of earlier releases: nothing happened then. */
const isOfUpgrade = ({ before, after }: { before: ConversionState | null; after: ConversionState }): boolean =>
  before !== null && before.refunded_base_micro === undefined && after.refunded_base_micro !== undefined;

export const toHistory = (changes: Awaited<ReturnType<typeof listConversionChanges>>): ConversionDetails['history'] =>
  changes
    .filter((change) => !isOfUpgrade(change))
    .map(({ at, source, author, reason, before, after }) => ({
      at: at.toISOString(),
      source,
      author,
      reason,
      before: before && toState(before),
      after: toState(after),
    }));
