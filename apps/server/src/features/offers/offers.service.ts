import { AppError, type FieldProblem, invalidField } from '@poklik/contract/errors';
import { OFFERS_MAX, type OfferBody, type OfferCap, type OfferSettings, type OfferUse } from '@poklik/contract/offers';
import { distinctTags } from '@poklik/domain/campaigns/tags';
import { fallbackProblem } from '@poklik/domain/offers/fallback-chain';
import { changedOfferSettings } from '@poklik/domain/offers/offer-diff';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { AccountScope, Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import { isRedirectLoop } from '../campaigns/redirect-loop.service.ts';
import { listTypes } from '../conversion-types/conversion-types.repo.ts';
import { listDomainHosts } from '../domains/link-origins.service.ts';
import { findNetworkProblems, withoutRemovedNetwork } from '../networks/networks.service.ts';
import { recountOffer } from '../offer-caps/offer-caps.service.ts';
import {
  countOffersWithName,
  countUnarchived,
  findOffer,
  findOfferVersion,
  insertOffer,
  listFallbacks,
  listLeadingCampaigns,
  listOffersById,
  listUses,
  notifyTrackers,
  type OfferRow,
  type OfferScope,
  updateOffer,
} from './offers.repo.ts';

type Tools = Pick<Services, 'db' | 'config'>;
export type OfferAuthor = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'apiToken' | 'canSeeMoney'> & {
  ip?: string;
  impersonation?: Caller['impersonation'];
};

export const offerScope = ({ accountId, campaignIds, userId, apiToken }: OfferAuthor): OfferScope => ({
  accountId,
  campaignIds,
  creatorId: apiToken === null ? userId : null,
});

export async function getOffer(db: Database, author: OfferAuthor, id: number): Promise<OfferRow> {
  const row = await findOffer(db, offerScope(author), id);
  if (!row) throw new AppError('not_found');
  return row;
}

const isOfMoney = ({ kind }: OfferCap): boolean => kind === 'payout';
/** What members without access to money see. */
export const withoutMoney = (caps: readonly OfferCap[]): OfferCap[] => caps.filter((cap) => !isOfMoney(cap));

/** The same lock as for campaigns, so that no campaign names an offer while it is archived. */
export const withAccountLock = <T>(
  { db }: Pick<Tools, 'db'>,
  { accountId }: AccountScope,
  work: (tx: Database) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await getLimitsForUpdate(tx, accountId);
    return work(tx);
  });

/** Those with selected campaigns change an offer only if no other campaign leads to it. */
export async function requireAllCampaigns(db: Database, { accountId, campaignIds }: AccountScope, id: number) {
  if (campaignIds === null) return;
  const leading = await listLeadingCampaigns(db, accountId, id);
  if (leading.some((campaignId) => !campaignIds.includes(campaignId))) throw new AppError('forbidden');
}

export function createOffer(tools: Tools, author: OfferAuthor, body: OfferBody): Promise<OfferRow> {
  // A token would not see its own offer until a campaign leads to it.
  if (author.apiToken !== null && author.campaignIds !== null) throw new AppError('forbidden');
  return withAccountLock(tools, author, async (tx) => {
    const wanted = withoutVersion(body);
    const settings = author.canSeeMoney ? wanted : { ...wanted, payout: '0', caps: withoutMoney(wanted.caps) };
    await requireGood(tx, tools, author, { settings, before: null });
    const row = await insertOffer(tx, { accountId: author.accountId, authorId: author.userId, settings });
    await notifyTrackers(tx, [row.id]);
    await audit(tx, author, 'offer.created', { id: row.id, after: settings });
    return row;
  });
}

export const saveOffer = (tools: Tools, author: OfferAuthor, id: number, body: OfferBody): Promise<OfferRow> =>
  withAccountLock(tools, author, async (tx) => {
    const before = await getOffer(tx, author, id);
    if (body.version !== undefined && body.version !== before.version) throw new AppError('version_conflict');
    return saveVersion(tx, tools, author, { before, settings: withoutVersion(body) });
  });

export const restoreOffer = (
  tools: Tools,
  author: OfferAuthor,
  { id, version }: { id: number; version: number },
): Promise<OfferRow> =>
  withAccountLock(tools, author, async (tx) => {
    const before = await getOffer(tx, author, id);
    const saved = await findOfferVersion(tx, id, version);
    if (!saved) throw new AppError('not_found');
    const settings = await withoutRemovedNetwork(tx, author.accountId, saved);
    return saveVersion(tx, tools, author, { before, settings });
  });

export async function saveVersion(
  tx: Database,
  tools: Pick<Tools, 'config'>,
  author: OfferAuthor,
  { before, settings: wanted }: { before: OfferRow; settings: OfferSettings },
): Promise<OfferRow> {
  await requireAllCampaigns(tx, author, before.id);
  const { payout, payout_currency, caps } = before.settings;
  // Users who cannot see money must not overwrite it with hidden values.
  const settings = author.canSeeMoney
    ? wanted
    : { ...wanted, payout, payout_currency, caps: [...withoutMoney(wanted.caps), ...caps.filter(isOfMoney)] };
  if (changedOfferSettings(before.settings, settings).length === 0) return before;
  await requireGood(tx, tools, author, { settings, before });
  if (settings.status === 'archived' && before.status !== 'archived') await requireUnused(tx, author, before.id);
  const row = await updateOffer(tx, before, settings, author.userId);
  await recountIfCapped(tx, row);
  await notifyTrackers(tx, [row.id]);
  const action = settings.status === 'archived' && before.status !== 'archived' ? 'offer.archived' : 'offer.changed';
  await audit(tx, author, action, { id: row.id, before: before.settings, after: settings });
  return row;
}

/** Limits of conversions and payout hold for what came before they were set, too. */
async function recountIfCapped(tx: Database, { id, accountId, settings }: OfferRow): Promise<void> {
  if (settings.caps.every(({ kind }) => kind === 'clicks')) return;
  await recountOffer(tx, accountId, await listTypes(tx, accountId), id);
}

export async function requireUnused(db: Database, { accountId }: AccountScope, id: number): Promise<void> {
  const uses = await listUses(db, { accountId, campaignIds: null }, id);
  if (uses.length > 0) throw new AppError('in_use', { values: { count: uses.length } });
}

/** Those that the caller may see. */
export async function listVisibleUses(db: Database, author: OfferAuthor, id: number): Promise<OfferUse[]> {
  const uses = await listUses(db, author, id);
  if (author.campaignIds === null) return uses;
  const offers = uses.filter(({ kind }) => kind === 'offer').map((use) => use.id);
  const visible = new Set((await listOffersById(db, offerScope(author), offers)).map((row) => row.id));
  return uses.filter(({ kind, id: used }) => kind === 'campaign' || visible.has(used));
}

const withoutVersion = ({ version: _, ...settings }: OfferBody): OfferSettings => ({
  ...settings,
  tags: distinctTags(settings.tags),
  countries: [...new Set(settings.countries)],
});

async function requireGood(
  tx: Database,
  { config }: Pick<Tools, 'config'>,
  author: OfferAuthor,
  { settings, before }: { settings: OfferSettings; before: OfferRow | null },
): Promise<void> {
  const { accountId } = author;
  if (settings.status !== 'archived') {
    if (before?.status !== settings.status && before?.status !== 'active' && before?.status !== 'paused')
      if ((await countUnarchived(tx, accountId)) >= OFFERS_MAX)
        throw new AppError('limit_reached', { values: { max: OFFERS_MAX } });
    if ((await countOffersWithName(tx, accountId, settings.name, before?.id ?? 0)) > 0)
      throw new AppError('name_taken', { fields: { name: [{ key: 'offer_name_taken' }] } });
  }
  const problems: Record<string, FieldProblem[]> = {
    ...(isTimezone(settings.timezone) ? {} : { timezone: [{ key: 'timezone' }] }),
    ...(isRedirectLoop(settings.url, config, await listDomainHosts(tx, accountId))
      ? { url: [{ key: 'redirect_loop' }] }
      : {}),
    ...(await findNetworkProblems(tx, accountId, settings, before?.settings ?? null)),
    ...(await findFallbackProblems(tx, author, settings, before)),
  };
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
}

async function findFallbackProblems(
  tx: Database,
  author: OfferAuthor,
  { fallback_offer_id: fallbackId }: OfferSettings,
  before: OfferRow | null,
): Promise<Record<string, FieldProblem[]>> {
  if (fallbackId === null || fallbackId === before?.settings.fallback_offer_id) return {};
  const fallback = await findOffer(tx, offerScope(author), fallbackId);
  if (!fallback || fallback.status === 'archived') return { fallback_offer_id: [{ key: 'target_unknown' }] };
  const problem = fallbackProblem(await listFallbacks(tx, author.accountId), before?.id ?? null, fallbackId);
  return problem === null ? {} : { fallback_offer_id: [{ key: problem }] };
}

const audit = (
  tx: Database,
  { userId, impersonation = null, accountId, ip }: OfferAuthor,
  action: 'offer.created' | 'offer.changed' | 'offer.archived',
  { id, before = null, after }: { id: number; before?: object | null; after: object },
): Promise<void> =>
  recordAudit(tx, {
    ...{ actor: userId, impersonator: impersonation?.operatorId ?? null, account: accountId, ip: ip ?? null },
    ...{ action, entity: `offer:${id}`, before, after },
  });

/** URLs by ID of those offers that a campaign may name: its present ones, and others that the caller has access to. */
export async function listUsableOfferUrls(
  tx: Database,
  author: OfferAuthor,
  ids: readonly number[],
  kept: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const everywhere = { ...offerScope(author), campaignIds: null };
  const visible = await listOffersById(tx, offerScope(author), ids);
  const present = await listOffersById(
    tx,
    everywhere,
    ids.filter((id) => kept.includes(id)),
  );
  return new Map(
    [...visible.filter(({ status }) => status !== 'archived'), ...present].map(({ id, settings: { url } }) => [
      id,
      url,
    ]),
  );
}

export const invalidReplacement = (key: string): AppError => invalidField('replacement_id', key);
