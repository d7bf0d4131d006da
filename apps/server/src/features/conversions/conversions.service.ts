import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { ConversionEdit, conversionsApi, NewConversion } from '@poklik/contract/conversions';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError, invalidField } from '@poklik/contract/errors';
import { needsReason } from '@poklik/domain/conversions/transitions';
import { toMicro } from '@poklik/domain/money/amount';
import type { AccountScope, Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { type FoundClick, findClicks } from '../../stats/find-clicks.ts';
import { lockConversions } from '../../stores/locks/conversions-lock.ts';
import type { Database } from '../../stores/postgres.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { parseCampaignId, parseClickTime } from '../../tracking/clicks/click-id.ts';
import { listTypes } from '../conversion-types/conversion-types.repo.ts';
import { createBaseConverter } from '../currency-rates/currency-rates.service.ts';
import { recountDays } from '../offer-caps/offer-caps.service.ts';
import { toBaseAmounts } from './conversion-money.ts';
import {
  type ConversionFilter,
  type ConversionOrder,
  type ConversionWithCampaign,
  getDayRange,
  listConversionsById,
  type TimeRange,
} from './conversions.repo.ts';
import { findPostback, type PostbackWithCampaign, reopenPostback } from './inbox.repo.ts';
import { queueOutgoingPostbacks } from './outgoing/outgoing.service.ts';
import {
  type ConversionInput,
  type RecordContext,
  type RecordResult,
  recordConversions,
  toChange,
} from './record-conversions.service.ts';
import {
  insertConversionChanges,
  listCampaignSettings,
  toState,
  toTouched,
  upsertConversions,
} from './recording.repo.ts';
import { resolvePostbackNow } from './resolve-postbacks.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'metrics' | 'log'>;
type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId'>;

const CLICKS_PER_QUERY = 1_000;

export const resolveDayRange = (
  db: Database,
  { userId }: Pick<Caller, 'userId'>,
  days: Parameters<typeof getDayRange>[2],
): Promise<TimeRange> => getDayRange(db, userId, days);

type FilterQuery = Omit<ParsedOf<(typeof conversionsApi)['export']>['query'], 'sort' | 'order'>;

/** Filtering by revenue is forbidden without access to money, because it would reveal the amounts. */
export async function toConversionFilter(
  db: Database,
  { userId, canSeeMoney }: Pick<Caller, 'userId' | 'canSeeMoney'>,
  { company_id: campaignId, time_basis: timeBasis = 'conversion', revenue_min, revenue_max, ...query }: FilterQuery,
): Promise<ConversionFilter> {
  if (!canSeeMoney && (revenue_min ?? revenue_max) !== undefined) throw new AppError('forbidden');
  return {
    ...query,
    campaignId,
    timeBasis,
    revenueMin: revenue_min === undefined ? undefined : toMicro(revenue_min),
    revenueMax: revenue_max === undefined ? undefined : toMicro(revenue_max),
    timeRange: await getDayRange(db, userId, query),
  };
}

/** Sorting by payout is forbidden without access to money, because it would reveal the amounts. */
export function toConversionOrder(
  { canSeeMoney }: Pick<Caller, 'canSeeMoney'>,
  { sort = 'received_at', order = 'desc' }: { [Part in keyof ConversionOrder]?: ConversionOrder[Part] | undefined },
): ConversionOrder {
  if (sort === 'payout' && !canSeeMoney) throw new AppError('forbidden');
  return { sort, order };
}

/** Fails if ClickHouse is unavailable, because a missing click would be reported as unknown. */
export async function findAccessibleClicks(
  tools: Tools,
  { accountId, campaignIds }: AccountScope,
  clickIds: readonly string[],
): Promise<Map<string, FoundClick>> {
  const found = new Map<string, FoundClick>();
  const wanted = [...new Set(clickIds)].flatMap((clickId) => {
    const campaignId = parseCampaignId(clickId);
    const isAccessible = campaignId !== null && (campaignIds === null || campaignIds.includes(campaignId));
    return isAccessible ? [{ clickId, accountId, campaignId, at: parseClickTime(clickId) }] : [];
  });
  for (let at = 0; at < wanted.length; at += CLICKS_PER_QUERY) {
    const part = wanted.slice(at, at + CLICKS_PER_QUERY);
    const clicks = await tryQuestion(tools, () => findClicks(tools.clickhouse, part));
    if (clicks === null) throw new AppError('unavailable');
    for (const [id, click] of clicks) found.set(id, click);
  }
  return found;
}

/** Users and API tokens of the account are trusted without a postback key. */
export const toConversionInput = (
  author: Author,
  source: ConversionInput['source'],
  clickId: string,
  fields: Omit<ConversionInput['fields'], 'isTrusted'>,
): ConversionInput => ({
  accountId: author.accountId,
  campaignId: parseCampaignId(clickId) ?? 0,
  clickId,
  fields: { ...fields, isTrusted: true },
  receivedAt: new Date(),
  source,
  authorId: author.userId,
});

export async function recordWithLock(
  tx: Database,
  inputs: readonly ConversionInput[],
  clicks: ReadonlyMap<string, FoundClick>,
): Promise<RecordResult[]> {
  await lockConversions(tx);
  return recordConversions(tx, inputs, await createRecordContext(tx, clicks));
}

/** Unlike postbacks, manual conversions do not wait for their click. */
export const createRecordContext = async (
  db: Database,
  clicks: ReadonlyMap<string, FoundClick>,
): Promise<RecordContext> => ({
  clicks,
  toBase: await createBaseConverter(db),
  resultWhenMissing: () => 'unknown_click',
});

const REJECTIONS: Partial<Record<PostbackResult, [field: string, key: string]>> = {
  unknown_click: ['click_id', 'click_unknown'],
  excluded_click: ['click_id', 'click_excluded'],
  out_of_window: ['click_id', 'click_out_of_window'],
  duplicate: ['transaction_id', 'conversion_exists'],
  bad_amount: ['payout', 'refund_too_big'],
  bad_currency: ['currency', 'currency'],
  no_rate: ['currency', 'no_rate'],
};

export async function createConversion(
  tools: Tools,
  author: Author,
  source: 'manual' | 'api',
  body: NewConversion,
): Promise<ConversionWithCampaign> {
  const clicks = await findAccessibleClicks(tools, author, [body.click_id]);
  const input = toConversionInput(author, source, body.click_id, {
    status: body.status,
    payout: body.payout ?? null,
    currency: body.currency ?? '',
    transactionId: body.transaction_id,
    type: body.type,
    params: [body.param1, body.param2, body.param3, body.param4, body.param5],
  });
  return tools.db.transaction(async (tx) => {
    const [outcome] = await recordWithLock(tx, [{ ...input, reason: body.reason }], clicks);
    const rejection = REJECTIONS[outcome?.result ?? 'unknown_click'];
    if (rejection) throw invalidField(rejection[0], rejection[1]);
    const [row] = await listConversionsById(tx, author, [outcome?.conversion?.id ?? '']);
    if (!row) throw new AppError('not_found');
    return row;
  });
}

export async function updateConversion(
  tools: Tools,
  author: Author,
  id: string,
  edit: ConversionEdit,
): Promise<ConversionWithCampaign> {
  const { rows } = await updateConversions(tools, author, [id], edit);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return row;
}

/** Skips unknown and inaccessible conversions; returns the updated rows. */
export function updateConversions(
  { db }: Tools,
  author: Author,
  ids: readonly string[],
  edit: ConversionEdit,
): Promise<{ rows: ConversionWithCampaign[]; changed: number }> {
  return db.transaction(async (tx) => {
    await lockConversions(tx);
    const rows = await listConversionsById(tx, author, ids);
    const terms = await listCampaignSettings(
      tx,
      rows.map(({ campaignId }) => campaignId),
    );
    const toBase = await createBaseConverter(tx);
    const saved: ConversionWithCampaign[] = [];
    for (const before of rows) {
      const settings = terms.get(before.campaignId)?.settings;
      const next = {
        ...before,
        status: edit.status ?? before.status,
        payoutMicro: edit.payout === undefined ? before.payoutMicro : toMicro(edit.payout),
        currency: edit.currency ?? before.currency,
      };
      const isSame =
        next.status === before.status && next.payoutMicro === before.payoutMicro && next.currency === before.currency;
      if (isSame || !settings) continue;
      if (needsReason(before.status, next.status) && edit.reason === '') throw invalidField('reason', 'reason_missing');
      const money = toBaseAmounts(settings, next, toBase);
      if (!money) throw invalidField('currency', 'no_rate');
      saved.push({ ...next, ...money, revision: before.revision + 1 });
    }
    await upsertConversions(
      tx,
      saved.map(({ campaign: _, ...row }) => row),
    );
    const earlier = new Map(rows.map((row) => [row.id, row]));
    const by = { source: 'manual' as const, authorId: author.userId, reason: edit.reason };
    await insertConversionChanges(
      tx,
      saved.map((row) => toChange(row, earlier.get(row.id) ?? null, by)),
    );
    await recountDays(tx, author.accountId, await listTypes(tx, author.accountId), saved.map(toTouched));
    for (const row of saved) {
      const settings = terms.get(row.campaignId)?.settings;
      const before = earlier.get(row.id);
      if (settings)
        await queueOutgoingPostbacks(tx, { conversion: row, before: before ? toState(before) : null }, settings);
    }
    const after = new Map(saved.map((row) => [row.id, row]));
    return { rows: rows.map((row) => after.get(row.id) ?? row), changed: saved.length };
  });
}

/** Returns the number of queued postbacks. */
export function resendOutgoingPostbacks({ db }: Tools, author: Author, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await listConversionsById(tx, author, [id]);
    if (!row) throw new AppError('not_found');
    const settings = (await listCampaignSettings(tx, [row.campaignId])).get(row.campaignId)?.settings;
    return settings ? queueOutgoingPostbacks(tx, { conversion: row, before: null }, settings) : 0;
  });
}

/** Processes the postback again with the current settings and clicks. */
export async function replayPostback(tools: Tools, author: Author, id: string): Promise<PostbackWithCampaign> {
  const row = await findPostback(tools.db, author, id);
  if (!row) throw new AppError('not_found');
  // Without a click of the account it cannot be processed.
  if (row.verdict === 'no_click_id' || row.verdict === 'foreign_click' || row.campaign === null) return row;
  if (row.dueAt === null) await reopenPostback(tools.db, id);
  // If ClickHouse is unavailable, the postback stays due and is resolved later.
  await tryQuestion(tools, () => resolvePostbackNow(tools, id));
  const after = await findPostback(tools.db, author, id);
  if (!after) throw new AppError('not_found');
  return after;
}
