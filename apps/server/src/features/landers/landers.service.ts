import { AppError, type FieldProblem } from '@poklik/contract/errors';
import { LANDERS_MAX, type LanderBody, type LanderSettings, type LanderUse } from '@poklik/contract/landers';
import { distinctTags } from '@poklik/domain/campaigns/tags';
import { changedLanderSettings } from '@poklik/domain/landers/lander-diff';
import type { AccountScope } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listCampaigns } from '../campaigns/campaigns.repo.ts';
import { generateLinkKey } from '../campaigns/link-keys.service.ts';
import { isRedirectLoop } from '../campaigns/redirect-loop.service.ts';
import { listDomainHosts } from '../domains/link-origins.service.ts';
import { type OfferAuthor, offerScope, withAccountLock } from '../offers/offers.service.ts';
import {
  countLandersWithName,
  countUnarchived,
  findLander,
  findLanderVersion,
  insertLander,
  type LanderRow,
  listLandersById,
  listUses,
  notifyTrackers,
  updateLander,
} from './landers.repo.ts';

type Tools = Pick<Services, 'db' | 'config'>;
/** The same rights as for offers. */
export type LanderAuthor = OfferAuthor;

const KEY_ATTEMPTS = 5;

export async function getLander(db: Database, author: LanderAuthor, id: number): Promise<LanderRow> {
  const row = await findLander(db, offerScope(author), id);
  if (!row) throw new AppError('not_found');
  return row;
}

export const listAllUses = (db: Database, { accountId }: AccountScope, id: number): Promise<LanderUse[]> =>
  listUses(db, { accountId, campaignIds: null }, id);

/** Those with selected campaigns change a lander only if no other campaign leads to it. */
export async function requireAllCampaigns(db: Database, author: LanderAuthor, id: number): Promise<void> {
  const { campaignIds } = author;
  if (campaignIds === null) return;
  const uses = await listAllUses(db, author, id);
  if (uses.some((use) => !campaignIds.includes(use.id))) throw new AppError('forbidden');
}

export function createLander(tools: Tools, author: LanderAuthor, body: LanderBody): Promise<LanderRow> {
  // A token would not see its own lander until a campaign leads to it.
  if (author.apiToken !== null && author.campaignIds !== null) throw new AppError('forbidden');
  return withAccountLock(tools, author, async (tx) => {
    const settings = withoutVersion(body);
    await requireGood(tx, tools, author, { settings, before: null });
    const row = await insertWithUniqueKey(tx, author, settings);
    await notifyTrackers(tx, row.id);
    await audit(tx, author, 'lander.created', { id: row.id, after: settings });
    return row;
  });
}

async function insertWithUniqueKey(tx: Database, author: LanderAuthor, settings: LanderSettings): Promise<LanderRow> {
  const { accountId, userId: authorId } = author;
  for (let attempt = 0; attempt < KEY_ATTEMPTS; attempt += 1) {
    const row = await insertLander(tx, { accountId, authorId, key: generateLinkKey(), settings });
    if (row) return row;
  }
  throw new Error('no unused lander key found');
}

export const saveLander = (tools: Tools, author: LanderAuthor, id: number, body: LanderBody): Promise<LanderRow> =>
  withAccountLock(tools, author, async (tx) => {
    const before = await getLander(tx, author, id);
    if (body.version !== undefined && body.version !== before.version) throw new AppError('version_conflict');
    return saveVersion(tx, tools, author, { before, settings: withoutVersion(body) });
  });

export const restoreLander = (
  tools: Tools,
  author: LanderAuthor,
  { id, version }: { id: number; version: number },
): Promise<LanderRow> =>
  withAccountLock(tools, author, async (tx) => {
    const before = await getLander(tx, author, id);
    const saved = await findLanderVersion(tx, id, version);
    if (!saved) throw new AppError('not_found');
    const isThere = await isVisibleCampaign(tx, author, saved.direct_campaign_id);
    const settings = { ...saved, direct_campaign_id: isThere ? saved.direct_campaign_id : null };
    return saveVersion(tx, tools, author, { before, settings });
  });

export async function saveVersion(
  tx: Database,
  tools: Pick<Tools, 'config'>,
  author: LanderAuthor,
  { before, settings }: { before: LanderRow; settings: LanderSettings },
): Promise<LanderRow> {
  await requireAllCampaigns(tx, author, before.id);
  if (changedLanderSettings(before.settings, settings).length === 0) return before;
  await requireGood(tx, tools, author, { settings, before });
  const isArchived = settings.status === 'archived' && before.status !== 'archived';
  if (isArchived) {
    const { length: count } = await listAllUses(tx, author, before.id);
    if (count > 0) throw new AppError('in_use', { values: { count } });
  }
  const row = await updateLander(tx, before, settings, author.userId);
  await notifyTrackers(tx, row.id);
  const action = isArchived ? 'lander.archived' : 'lander.changed';
  await audit(tx, author, action, { id: row.id, before: before.settings, after: settings });
  return row;
}

const withoutVersion = ({ version: _, ...settings }: LanderBody): LanderSettings => ({
  ...settings,
  tags: distinctTags(settings.tags),
});

async function requireGood(
  tx: Database,
  { config }: Pick<Tools, 'config'>,
  author: LanderAuthor,
  { settings, before }: { settings: LanderSettings; before: LanderRow | null },
): Promise<void> {
  const { accountId } = author;
  if (settings.status !== 'archived') {
    const isAdded = before === null || before.status === 'archived';
    if (isAdded && (await countUnarchived(tx, accountId)) >= LANDERS_MAX)
      throw new AppError('limit_reached', { values: { max: LANDERS_MAX } });
    if ((await countLandersWithName(tx, accountId, settings.name, before?.id ?? 0)) > 0)
      throw new AppError('name_taken', { fields: { name: [{ key: 'lander_name_taken' }] } });
  }
  const problems: Record<string, FieldProblem[]> = {};
  if (isRedirectLoop(settings.url, config, await listDomainHosts(tx, accountId)))
    problems.url = [{ key: 'redirect_loop' }];
  const direct = settings.direct_campaign_id;
  if (direct !== before?.settings.direct_campaign_id && !(await isVisibleCampaign(tx, author, direct)))
    problems.direct_campaign_id = [{ key: 'campaign_unknown' }];
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
}

const isVisibleCampaign = async (tx: Database, author: LanderAuthor, id: number | null): Promise<boolean> =>
  id === null || (await listCampaigns(tx, author, [id])).length > 0;

/** URLs by ID of those landers that a campaign may name: its present ones, and others that the caller has access to. */
export async function listUsableLanderUrls(
  tx: Database,
  author: LanderAuthor,
  ids: readonly number[],
  kept: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const everywhere = { ...offerScope(author), campaignIds: null };
  const visible = await listLandersById(tx, offerScope(author), ids);
  const present = await listLandersById(
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

const audit = (
  tx: Database,
  { userId, impersonation = null, accountId, ip }: LanderAuthor,
  action: 'lander.created' | 'lander.changed' | 'lander.archived',
  { id, before = null, after }: { id: number; before?: object | null; after: object },
): Promise<void> =>
  recordAudit(tx, {
    ...{ actor: userId, impersonator: impersonation?.operatorId ?? null, account: accountId, ip: ip ?? null },
    ...{ action, entity: `lander:${id}`, before, after },
  });
