import { createHash } from 'node:crypto';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import { CURRENCIES } from '@poklik/contract/money';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { typeSettings, withUnlisted } from '@poklik/domain/conversion-types/conversion-types';
import {
  evaluatePostback,
  evaluateRefund,
  type IncomingPostback,
  type Refund,
} from '@poklik/domain/conversions/evaluate-postback';
import { isRefund, postbackContent, REFUND_TYPE } from '@poklik/domain/conversions/postback-fields';
import { parseStatus } from '@poklik/domain/conversions/status-aliases';
import { toMicro } from '@poklik/domain/money/amount';
import { type FoundClick, factsOf } from '../../stats/find-clicks.ts';
import type { Database } from '../../stores/postgres.ts';
import type { ReportedFields } from '../../stores/tables/conversions.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';
import { listTypesOfAccounts } from '../conversion-types/conversion-types.repo.ts';
import { listUnknownTypes } from '../conversion-types/conversion-types.service.ts';
import { recountDays } from '../offer-caps/offer-caps.service.ts';
import { listOfferPayouts } from '../offers/offer-payouts.repo.ts';
import {
  type BaseAmounts,
  type ConversionTerms,
  type ConvertToBase,
  payoutOf,
  toBaseAmounts,
  withOwnOffer,
} from './conversion-money.ts';
import { queueOutgoingPostbacks } from './outgoing/outgoing.service.ts';
import {
  type ConversionChange,
  type ConversionRow,
  insertConversionChanges,
  listCampaignSettings,
  listConversionsByClick,
  toState,
  toTouched,
  upsertConversions,
} from './recording.repo.ts';

export interface ConversionInput {
  accountId: number;
  campaignId: number;
  clickId: string;
  fields: ReportedFields;
  receivedAt: Date;
  source: ConversionRow['source'];
  postbackId?: string;
  authorId?: number;
  reason?: string;
}

export interface RecordResult {
  result: PostbackResult;
  conversion: ConversionRow | null;
  /** Null for duplicates and rejections. */
  change: ConversionChange | null;
}

export interface RecordContext {
  clicks: ReadonlyMap<string, FoundClick>;
  toBase: ConvertToBase;
  resultWhenMissing: (input: ConversionInput) => PostbackResult;
}

const DAY_MS = 86_400_000;
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(CURRENCIES);
const newId = createClickIdGenerator();

/** Applies inputs in order. The caller must hold the conversions lock in `tx`. */
export async function recordConversions(
  tx: Database,
  inputs: readonly ConversionInput[],
  context: RecordContext,
): Promise<RecordResult[]> {
  if (inputs.length === 0) return [];
  const { outcomes, terms, types } = await evaluateConversions(tx, inputs, context);
  // Only the latest state of each conversion is saved; the history keeps the steps.
  const touched = outcomes.flatMap(({ conversion }) => conversion ?? []);
  await upsertConversions(tx, [...new Map(touched.map((row) => [row.id, row])).values()]);
  await insertConversionChanges(
    tx,
    outcomes.flatMap(({ change }) => change ?? []),
  );
  for (const [accountId, listed] of types) {
    const own = touched.filter((row) => row.accountId === accountId);
    const codes = own.map(({ type }) => type);
    await recountDays(tx, accountId, listed, own.map(toTouched));
    if (withUnlisted(listed, codes).length > listed.length) await listUnknownTypes(tx, accountId, codes);
  }
  for (const { change, conversion } of outcomes) {
    const settings = conversion && terms.get(conversion.campaignId)?.settings;
    if (change && settings) await queueOutgoingPostbacks(tx, { conversion, before: change.before }, settings);
  }
  return outcomes;
}

/** Existing conversions plus the results of earlier inputs of the same dry run. */
export interface KnownConversions {
  clickIds: Set<string>;
  rowsByKey: Map<string, ConversionRow[]>;
}

export const createKnownConversions = (): KnownConversions => ({ clickIds: new Set(), rowsByKey: new Map() });

/** Evaluates inputs in order without saving. Pass `known` to continue with the state of a previous call. */
export async function evaluateConversions(
  db: Database,
  inputs: readonly ConversionInput[],
  context: RecordContext,
  known = createKnownConversions(),
) {
  const terms = await listCampaignSettings(
    db,
    inputs.map(({ campaignId }) => campaignId),
  );
  const { clickIds: seen, rowsByKey } = known;
  const unseen = inputs.map(({ clickId }) => clickId).filter((clickId) => !seen.has(clickId));
  for (const row of await listConversionsByClick(db, unseen))
    getRows(rowsByKey, row.clickId, row.type, row.transactionId, row.offerId).push(row);
  for (const clickId of unseen) seen.add(clickId);
  const types = await listTypesOfAccounts(
    db,
    [...terms.values()].map(({ accountId }) => accountId),
  );
  const offers = await listOfferPayouts(db, [
    ...inputs.map(({ fields }) => fields.offerId ?? 0),
    ...[...context.clicks.values()].map(({ offerId }) => offerId),
  ]);
  const outcomes = inputs.map((input) => {
    const campaign = terms.get(input.campaignId);
    if (campaign?.accountId !== input.accountId) return rejected('unknown_click');
    const type = typeSettings(types.get(input.accountId) ?? [], input.fields.type);
    const own = withOwnOffer(input, offers);
    const offerId = own.fields.offerId ?? context.clicks.get(own.clickId)?.offerId ?? 0;
    const offer = offers.get(offerId)?.payout ?? null;
    return evaluateOne(own, { settings: campaign.settings, type, offer }, rowsByKey, { ...context, offerId });
  });
  return { outcomes, terms, types };
}

function getRows(rowsByKey: Map<string, ConversionRow[]>, ...event: (string | number)[]): ConversionRow[] {
  const key = JSON.stringify(event);
  const rows = rowsByKey.get(key) ?? [];
  rowsByKey.set(key, rows);
  return rows;
}

const rejected = (verdict: PostbackResult): RecordResult => ({ result: verdict, conversion: null, change: null });

/** The conversions of a refund are those of its type, or with the type `refund` any of the transaction. */
function findRows(rowsByKey: Map<string, ConversionRow[]>, { clickId, fields }: ConversionInput): ConversionRow[] {
  const { offerId = 0 } = fields;
  if (fields.type !== REFUND_TYPE) return getRows(rowsByKey, clickId, fields.type, fields.transactionId, offerId);
  const ofTransaction = [...rowsByKey.values()].filter(
    ([row]) =>
      row?.clickId === clickId &&
      row.type !== REFUND_TYPE &&
      row.transactionId === fields.transactionId &&
      (offerId === 0 || row.offerId === offerId),
  );
  const repeated = ofTransaction.find((rows) => rows.some(({ marks }) => marks.includes(fingerprint(fields))));
  return repeated ?? ofTransaction.toSorted(([one], [other]) => newest(other) - newest(one))[0] ?? [];
}

const newest = (row: ConversionRow | undefined): number => row?.receivedAt.getTime() ?? 0;

function evaluateOne(
  input: ConversionInput,
  conversionTerms: ConversionTerms,
  rowsByKey: Map<string, ConversionRow[]>,
  { clicks, toBase, resultWhenMissing, offerId }: RecordContext & { offerId: number },
): RecordResult {
  const { settings: terms, type } = conversionTerms;
  const click = clicks.get(input.clickId);
  if (!click || click.accountId !== input.accountId) return rejected(resultWhenMissing(input));
  const rejection = findRejection(input, click, terms);
  if (rejection) return rejected(rejection);
  const { fields } = input;
  const rows = findRows(rowsByKey, input);
  const parsed = parseInput(fields, terms);
  if (!KNOWN_CURRENCIES.has(parsed.currency)) return rejected('bad_currency');
  const refunds = isRefund(fields);
  // A page without a secret can't refund.
  if (refunds && !fields.isTrusted) return rejected('bad_amount');
  const evaluation = refunds
    ? evaluateRefund(rows, toRefund(fields, parsed, rows))
    : evaluatePostback(rows, parsed, type.dedupeMode ?? terms.dedupe_mode);
  const { turn } = evaluation;
  const before = rows[turn] ?? null;
  if (evaluation.verdict === 'duplicate') {
    const kept = before && evaluation.next ? { ...before, marks: [...evaluation.next.marks] } : before;
    if (kept) rows[turn] = kept;
    return { result: 'duplicate', conversion: kept, change: null };
  }
  if (evaluation.verdict === 'bad_currency' || evaluation.verdict === 'bad_amount') return rejected(evaluation.verdict);
  const next =
    evaluation.verdict === 'updated'
      ? { ...(before as ConversionRow), ...evaluation.next, ...(refunds ? {} : { originalStatus: fields.status }) }
      : newConversion(input, click, parsed, { turn, terms: conversionTerms, offerId });
  const money = toBaseAmounts(terms, next, toBase);
  if (!money) return rejected('no_rate');
  const saved: ConversionRow = {
    ...{ ...next, ...money, params: [...next.params], marks: [...next.marks] },
    identity: { ...before?.identity, ...fields.identity },
    revision: (before?.revision ?? 0) + 1,
  };
  rows[turn] = saved;
  return { result: evaluation.verdict, conversion: saved, change: toChange(saved, before, input) };
}

function findRejection(input: ConversionInput, click: FoundClick, terms: CampaignSettings): PostbackResult | null {
  if (input.fields.mappedStatus === 'none') return 'ignored';
  if (click.outcome !== ClickOutcome.redirected) return 'excluded_click';
  if (input.receivedAt.getTime() - click.at.getTime() > terms.attribution_days * DAY_MS) return 'out_of_window';
  return 'payout' in input.fields ? null : 'bad_amount';
}

/** Conversions reported by a page without a secret stay pending until the owner approves them. */
function parseInput(fields: ReportedFields, terms: CampaignSettings): IncomingPostback {
  const { mappedStatus } = fields;
  const status = mappedStatus === undefined || mappedStatus === 'none' ? parseStatus(fields.status) : mappedStatus;
  return {
    status: fields.isTrusted || status !== 'approved' ? status : 'pending',
    payoutMicro: typeof fields.payout === 'string' ? toMicro(fields.payout) : null,
    currency: fields.currency || fields.defaultCurrency || terms.payout_currency,
    params: fields.params,
    mark: fingerprint(fields),
  };
}

/** Without a currency the refund is in that of its conversion. */
const toRefund = (fields: ReportedFields, parsed: IncomingPostback, rows: readonly ConversionRow[]): Refund => ({
  amountMicro: parsed.payoutMicro === null ? null : absolute(parsed.payoutMicro),
  currency: fields.currency || (rows.at(-1)?.currency ?? parsed.currency),
  mark: parsed.mark,
});

const absolute = (micro: bigint): bigint => (micro < 0n ? -micro : micro);

/** A page and a server with the same content are not duplicates of each other. */
const fingerprint = ({ payout = null, ...fields }: ReportedFields): string =>
  createHash('sha256')
    .update(`${fields.isTrusted} ${postbackContent({ ...fields, payout })}`)
    .digest('base64url')
    .slice(0, 16);

function newConversion(
  input: ConversionInput,
  click: FoundClick,
  parsed: IncomingPostback,
  { turn, terms, offerId }: { turn: number; terms: ConversionTerms; offerId: number },
): Omit<ConversionRow, keyof BaseAmounts> {
  const { accountId, campaignId, clickId, fields, receivedAt, source } = input;
  return {
    id: newId(receivedAt.getTime(), campaignId),
    accountId,
    campaignId,
    clickId,
    type: fields.type,
    transactionId: fields.transactionId,
    offerId: fields.offerId ?? 0,
    turn,
    status: parsed.status,
    originalStatus: fields.status,
    ...payoutOf(parsed, terms),
    refundedMicro: 0n,
    params: [...parsed.params],
    ...{ source, identity: {} },
    clickAt: click.at,
    receivedAt,
    country: click.country,
    click: factsOf(click, offerId),
    marks: [parsed.mark],
    revision: 1,
    updatedAt: receivedAt,
  };
}

export const toChange = (
  after: ConversionRow,
  before: ConversionRow | null,
  { source, postbackId, authorId, reason }: Pick<ConversionInput, 'source' | 'postbackId' | 'authorId' | 'reason'>,
): ConversionChange => ({
  conversionId: after.id,
  revision: after.revision,
  authorId: authorId ?? null,
  source,
  postbackId: postbackId ?? null,
  reason: reason ?? '',
  before: before && toState(before),
  after: toState(after),
  month: after.receivedAt.getUTCFullYear() * 100 + after.receivedAt.getUTCMonth() + 1,
});
