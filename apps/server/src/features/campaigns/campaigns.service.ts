import type { BulkChange } from '@poklik/contract/campaign-bulk';
import type { WeightChange } from '@poklik/contract/campaign-list';
import type { CampaignBody, CampaignSettings } from '@poklik/contract/campaigns';
import { AppError, type FieldProblem, invalidField } from '@poklik/contract/errors';
import { applyBulkChange } from '@poklik/domain/campaigns/bulk-change';
import { cloneName } from '@poklik/domain/campaigns/clone-name';
import { withWeights } from '@poklik/domain/campaigns/place-weights';
import { distinctTags } from '@poklik/domain/campaigns/tags';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import { parseIpRange } from '@poklik/domain/ip/ip-range';
import { isTimezone } from '@poklik/domain/profile/timezone';
import { tidyTargets, withoutTargetUrls, withUids } from '@poklik/domain/routing/targets';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import { sql } from 'drizzle-orm';
import { type AccountScope, type Caller, fullAccountScope } from '../../http/caller.ts';
import { generatePostbackKey } from '../../secret.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import { findConnectionProblems, withoutRemovedConnections } from '../connections/connections.service.ts';
import { findDomainProblems, listDomainHosts, withoutRemovedDomains } from '../domains/link-origins.service.ts';
import { findNetworkProblems, withoutRemovedNetwork } from '../networks/networks.service.ts';
import { grantCampaignToCreator } from '../team-users/team-users.service.ts';
import {
  type CampaignRow,
  countCampaignsWithName,
  countUnarchived,
  findCampaign,
  findVersionSettings,
  insertCampaign,
  listCampaignNames,
  listCampaigns,
  listTags,
  removeCampaigns,
  updateCampaignSettings,
} from './campaigns.repo.ts';
import { withChosenTargets } from './chosen-targets.service.ts';
import { generateLinkKey, generateUid } from './link-keys.service.ts';
import { findLinksToHosts, findRedirectLoops, type InstallationUrls } from './redirect-loop.service.ts';

/** Tells trackers which campaign to reload. */
export const CAMPAIGNS_CHANNEL = 'campaigns_changed';

const KEY_ATTEMPTS = 5;

type CampaignTools = Pick<Services, 'db' | 'config'>;
type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'apiToken' | 'canSeeMoney'>;

export const notifyTrackers = (tx: Database, ids: readonly number[]) =>
  tx.execute(
    sql`select pg_notify(${CAMPAIGNS_CHANNEL}, id) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id`,
  );

/**
 * One writer per account at a time, so that names stay unique, limits hold and versions are not overwritten.
 * `requireCapacity` throws when the plan does not allow that many more campaigns.
 */
function withAccountLock<T>(
  { db }: CampaignTools,
  { accountId }: Author,
  work: (tx: Database, requireCapacity: (more: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const { campaignsMax } = await getLimitsForUpdate(tx, accountId);
    return work(tx, async (more) => {
      if (more > 0 && more > roomLeft(campaignsMax, await countUnarchived(tx, accountId)))
        throw new AppError('tariff_limit_reached');
    });
  });
}

export async function getCampaignUsage(db: Database, reach: AccountScope): Promise<{ count: number; tags: string[] }> {
  const [count, tags] = await Promise.all([countUnarchived(db, reach.accountId), listTags(db, reach)]);
  return { count, tags };
}

export async function getCampaignNames(
  db: Database,
  reach: AccountScope,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await listCampaigns(db, reach, [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const isUnarchived = ({ status }: CampaignSettings): boolean => status !== 'archived';

export function createCampaign(tools: CampaignTools, author: Author, body: CampaignBody): Promise<CampaignRow> {
  const settings = validateSettings(body, tools.config);
  return withAccountLock(tools, author, async (tx, requireCapacity) => {
    await requireCapacity(isUnarchived(settings) ? 1 : 0);
    return insertWithUniqueKey(tx, author, await withChosenTargets(tx, author, settings, null));
  });
}

export const cloneCampaign = (tools: CampaignTools, author: Author, id: number): Promise<CampaignRow> =>
  withAccountLock(tools, author, async (tx, requireCapacity) => {
    const { settings } = await getCampaign(tx, author, id);
    await requireCapacity(1);
    const name = cloneName(settings.name, await listCampaignNames(tx, author.accountId));
    const kept = await withoutRemoved(tx, author.accountId, settings);
    return insertWithUniqueKey(tx, author, { ...kept, name, status: 'draft' });
  });

export function saveCampaign(
  tools: CampaignTools,
  author: Author,
  id: number,
  body: CampaignBody,
): Promise<CampaignRow> {
  const settings = validateSettings(body, tools.config);
  return withAccountLock(tools, author, async (tx, requireCapacity) => {
    const before = await getCampaign(tx, author, id);
    if (body.version !== undefined && body.version !== before.version) throw new AppError('version_conflict');
    return saveVersion(tx, author, { before, settings, requireCapacity });
  });
}

/** Users who cannot see money must not overwrite it with hidden values. */
export const keepHiddenMoney = (
  { canSeeMoney }: Author,
  { cost_value, default_payout, type_payouts }: CampaignSettings,
  settings: CampaignSettings,
): CampaignSettings => (canSeeMoney ? settings : { ...settings, cost_value, default_payout, type_payouts });

export const restoreVersion = (
  tools: CampaignTools,
  author: Author,
  { id, version }: { id: number; version: number },
): Promise<CampaignRow> =>
  withAccountLock(tools, author, async (tx, requireCapacity) => {
    const before = await getCampaign(tx, author, id);
    const saved = await findVersionSettings(tx, author, id, version);
    if (!saved) throw new AppError('not_found');
    const settings = await withoutRemoved(tx, author.accountId, validateSettings(saved, tools.config));
    return saveVersion(tx, author, { before, settings, requireCapacity });
  });

/** Returns the number of changed campaigns; unknown and inaccessible ones are skipped. */
export const updateCampaigns = (tools: CampaignTools, author: Author, bulk: BulkChange): Promise<number> =>
  withAccountLock(tools, author, async (tx, requireCapacity) => {
    const rows = await listCampaigns(tx, author, bulk.ids);
    if (bulk.action === 'delete') return removeRows(tx, author, rows);
    const saves = rows
      .map((row) => ({ id: row.id, before: row.settings, settings: applyBulkChange(row.settings, bulk) }))
      .filter(({ before, settings }) => changedSettings(before, settings).length > 0);
    await requireCapacity(
      saves.filter(({ before, settings }) => isUnarchived(settings) && !isUnarchived(before)).length,
    );
    await storeVersions(tx, author, saves);
    return saves.length;
  });

/**
 * Saves a new version of each campaign whose settings `change` changes, and returns those versions; unknown and
 * inaccessible campaigns are skipped.
 */
export const changeEachCampaign = (
  tools: CampaignTools,
  author: Author,
  ids: readonly number[],
  change: (settings: CampaignSettings, campaign: CampaignRow) => CampaignSettings,
): Promise<{ id: number; version: number }[]> =>
  withAccountLock(tools, author, async (tx) => {
    const saves = (await listCampaigns(tx, author, ids))
      .map((row) => ({ id: row.id, before: row, settings: change(row.settings, row) }))
      .filter(({ before, settings }) => changedSettings(before.settings, settings).length > 0);
    await storeVersions(tx, author, saves);
    return saves.map(({ id, before }) => ({ id, version: before.version + 1 }));
  });

/** All or none: fails when one of the campaigns was saved meanwhile. */
export function updateWeights(tools: CampaignTools, author: Author, changes: readonly WeightChange[]) {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return changeEachCampaign(tools, author, [...byId.keys()], (settings, { id, version }) => {
    const change = byId.get(id);
    if (change?.version !== version) throw new AppError('version_conflict');
    return withWeights(settings, new Map(change.weights.map(({ place, weight }) => [place, weight])));
  });
}

export const deleteCampaign = (tools: CampaignTools, author: Author, id: number): Promise<number> =>
  withAccountLock(tools, author, async (tx) => removeRows(tx, author, [await getCampaign(tx, author, id)]));

async function getCampaign(db: Database, reach: AccountScope, id: number): Promise<CampaignRow> {
  const row = await findCampaign(db, reach, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Checks that the schema cannot do: time zones, IP ranges and redirect loops into this installation. */
export function validateSettings({ version: _, ...body }: CampaignBody, own: InstallationUrls): CampaignSettings {
  // The URL that comes with an offer is not what visitors get.
  const settings = withoutTargetUrls(tidyTargets(body));
  const problems: Record<string, FieldProblem[]> = {
    ...(isTimezone(settings.timezone) ? {} : { timezone: [{ key: 'timezone' }] }),
    ...findRedirectLoops(settings, own),
    ...(settings.postback_ips.every((text) => parseIpRange(text) !== null)
      ? {}
      : { postback_ips: [{ key: 'not_an_address' }] }),
  };
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
  return { ...settings, tags: distinctTags(settings.tags) };
}

/** Domains, networks and connections that were removed since. */
const withoutRemoved = async (tx: Database, accountId: number, settings: CampaignSettings): Promise<CampaignSettings> =>
  withoutRemovedConnections(
    tx,
    accountId,
    await withoutRemovedNetwork(tx, accountId, await withoutRemovedDomains(tx, accountId, settings)),
  );

/** Checks that need the account's domains, networks and connections: chosen ones must work, and destinations must not lead to a domain. */
async function requireGoodChoices(
  tx: Database,
  accountId: number,
  settings: CampaignSettings,
  before: CampaignSettings | null,
): Promise<void> {
  const problems = {
    ...(await findDomainProblems(tx, accountId, settings, before)),
    ...(await findNetworkProblems(tx, accountId, settings, before)),
    ...(await findConnectionProblems(tx, accountId, settings, before)),
    ...findLinksToHosts(settings, await listDomainHosts(tx, accountId)),
  };
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
}

async function requireUniqueName(tx: Database, accountId: number, name: string, exceptId = 0): Promise<void> {
  if ((await countCampaignsWithName(tx, accountId, name, exceptId)) > 0) throw invalidField('name', 'name_taken');
}

async function insertWithUniqueKey(tx: Database, author: Author, chosen: CampaignSettings): Promise<CampaignRow> {
  const { accountId, userId } = author;
  const settings = withUids(chosen, null, generateUid);
  await requireUniqueName(tx, accountId, settings.name);
  await requireGoodChoices(tx, accountId, settings, null);
  for (let attempt = 0; attempt < KEY_ATTEMPTS; attempt += 1) {
    const keys = { key: generateLinkKey(), postbackKey: generatePostbackKey() };
    const id = await insertCampaign(tx, accountId, { ...keys, settings, authorId: userId });
    if (id === null) continue;
    await grantCampaignToCreator(tx, author, id);
    await notifyTrackers(tx, [id]);
    return getCampaign(tx, fullAccountScope(author), id);
  }
  throw new Error('no unused campaign key found');
}

async function saveVersion(
  tx: Database,
  author: Author,
  {
    before,
    settings: wanted,
    requireCapacity,
  }: { before: CampaignRow; settings: CampaignSettings; requireCapacity: (more: number) => Promise<void> },
): Promise<CampaignRow> {
  const chosen = await withChosenTargets(tx, author, wanted, before.settings);
  const settings = withUids(keepHiddenMoney(author, before.settings, chosen), before.settings, generateUid);
  if (changedSettings(before.settings, settings).length === 0) return before;
  await requireUniqueName(tx, author.accountId, settings.name, before.id);
  await requireGoodChoices(tx, author.accountId, settings, before.settings);
  await requireCapacity(isUnarchived(settings) && !isUnarchived(before.settings) ? 1 : 0);
  await storeVersions(tx, author, [{ id: before.id, settings }]);
  return getCampaign(tx, author, before.id);
}

async function storeVersions(
  tx: Database,
  { accountId, userId }: Author,
  saves: readonly { id: number; settings: CampaignSettings }[],
): Promise<void> {
  if (saves.length === 0) return;
  const wanted = saves.map(({ id, settings }) => ({ id, settings: withUids(settings, null, generateUid) }));
  await updateCampaignSettings(tx, accountId, wanted, userId);
  await notifyTrackers(
    tx,
    saves.map(({ id }) => id),
  );
}

async function removeRows(tx: Database, { accountId }: Author, rows: readonly CampaignRow[]): Promise<number> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await removeCampaigns(tx, accountId, ids);
  await notifyTrackers(tx, ids);
  return ids.length;
}
