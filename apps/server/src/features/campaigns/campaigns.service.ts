import type { BulkChange, CampaignBody, CampaignSettings } from '@poklik/contract/campaigns';
import { AppError, type FieldProblem } from '@poklik/contract/errors';
import { parseIpRange } from '@poklik/domain/black-list/ip-range';
import { applyBulkChange } from '@poklik/domain/campaigns/bulk-change';
import { cloneName } from '@poklik/domain/campaigns/clone-name';

import { distinctTags } from '@poklik/domain/campaigns/tags';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import { isTimezone } from '@poklik/domain/profile/timezone';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import { sql } from 'drizzle-orm';
import { type Caller, type Reach, wholeAccount } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { getLimitsForUpdate } from '../tariffs/tariffs.service.ts';
import { grantCampaignToCreator } from '../team-users/team-users.service.ts';
import { newCampaignKey, newPostbackKey } from './campaign-keys.ts';
import {
  type CampaignRow,
  countLive,
  countNamesakes,
  findCampaign,
  findSettings,
  insertCampaign,
  listCampaigns,
  listNames,
  listTags,
  removeCampaigns,
  updateSettings,
} from './campaigns.repo.ts';
import { loopProblems, type OwnAddress } from './redirect-loop.ts';

export { listPaidByImpression } from './campaigns.repo.ts';

/** Trackers hear on this channel which campaign to read again. */
export const CAMPAIGNS_CHANNEL = 'campaigns_changed';

/** Two in a row that are taken will not be seen by anybody. */
const KEY_ATTEMPTS = 5;

type Tools = Pick<Services, 'db' | 'config'>;
type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'apiToken' | 'canSeeMoney'>;

const tell = (tx: Database, ids: readonly number[]) =>
  tx.execute(
    sql`select pg_notify(${CAMPAIGNS_CHANNEL}, id) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id`,
  );

/**
 * One writer per account at a time: names stay unique, limits hold, and nobody saves over what they have not seen.
 * `room` throws when so many campaigns more would not fit the tariff.
 */
function change<T>(
  { db }: Tools,
  { accountId }: Author,
  work: (tx: Database, room: (more: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const { campaignsMax } = await getLimitsForUpdate(tx, accountId);
    return work(tx, async (more) => {
      if (more > 0 && more > roomLeft(campaignsMax, await countLive(tx, accountId)))
        throw new AppError('tariff_limit_reached');
    });
  });
}

/** How many a tariff counts, and which tags they have. */
export async function campaignsInUse(db: Database, reach: Reach): Promise<{ count: number; tags: string[] }> {
  const [count, tags] = await Promise.all([countLive(db, reach.accountId), listTags(db, reach)]);
  return { count, tags };
}

/** Names of those that somebody sees, by id. */
export async function campaignNames(db: Database, reach: Reach, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await listCampaigns(db, reach, [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** As it was when a click met it; null when the campaign or the version is not there. */
export const settingsOfVersion = (
  db: Database,
  reach: Reach,
  id: number,
  version: number,
): Promise<CampaignSettings | null> => findSettings(db, reach, id, version);

const isLive = ({ status }: CampaignSettings): boolean => status !== 'archived';

export function createCampaign(tools: Tools, author: Author, body: CampaignBody): Promise<CampaignRow> {
  const settings = checked(body, tools.config);
  return change(tools, author, async (tx, room) => {
    await room(isLive(settings) ? 1 : 0);
    return insert(tx, author, settings);
  });
}

export const cloneCampaign = (tools: Tools, author: Author, id: number): Promise<CampaignRow> =>
  change(tools, author, async (tx, room) => {
    const { settings } = await getCampaign(tx, author, id);
    await room(1);
    const name = cloneName(settings.name, await listNames(tx, author.accountId));
    return insert(tx, author, { ...settings, name, status: 'draft' });
  });

export function saveCampaign(tools: Tools, author: Author, id: number, body: CampaignBody): Promise<CampaignRow> {
  const settings = checked(body, tools.config);
  return change(tools, author, async (tx, room) => {
    const before = await getCampaign(tx, author, id);
    if (body.version !== undefined && body.version !== before.version) throw new AppError('version_conflict');
    return save(tx, author, { before, settings, room });
  });
}

/** Who does not see the money of a campaign does not change it either. */
const withMoneyOf = (
  { canSeeMoney }: Author,
  { cost_value, default_payout }: CampaignSettings,
  settings: CampaignSettings,
): CampaignSettings => (canSeeMoney ? settings : { ...settings, cost_value, default_payout });

export const restoreVersion = (
  tools: Tools,
  author: Author,
  { id, version }: { id: number; version: number },
): Promise<CampaignRow> =>
  change(tools, author, async (tx, room) => {
    const before = await getCampaign(tx, author, id);
    const settings = await findSettings(tx, author, id, version);
    if (!settings) throw new AppError('not_found');
    return save(tx, author, { before, settings: checked(settings, tools.config), room });
  });

/** Says how many were changed. What is not there, or is somebody else's, is passed over. */
export const changeMany = (tools: Tools, author: Author, bulk: BulkChange): Promise<number> =>
  change(tools, author, async (tx, room) => {
    const rows = await listCampaigns(tx, author, bulk.ids);
    if (bulk.action === 'delete') return remove(tx, author, rows);
    const saves = rows
      .map((row) => ({ id: row.id, before: row.settings, settings: applyBulkChange(row.settings, bulk) }))
      .filter(({ before, settings }) => changedSettings(before, settings).length > 0);
    await room(saves.filter(({ before, settings }) => isLive(settings) && !isLive(before)).length);
    await store(tx, author, saves);
    return saves.length;
  });

export const deleteCampaign = (tools: Tools, author: Author, id: number): Promise<number> =>
  change(tools, author, async (tx) => remove(tx, author, [await getCampaign(tx, author, id)]));

async function getCampaign(db: Database, reach: Reach, id: number): Promise<CampaignRow> {
  const row = await findCampaign(db, reach, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** What the schema cannot know: which time zones there are, and where this install lives. */
function checked({ version: _, ...settings }: CampaignBody, own: OwnAddress): CampaignSettings {
  const problems: Record<string, FieldProblem[]> = {
    ...(isTimezone(settings.timezone) ? {} : { timezone: [{ key: 'timezone' }] }),
    ...loopProblems(settings, own),
    ...(settings.postback_ips.every((text) => parseIpRange(text) !== null)
      ? {}
      : { postback_ips: [{ key: 'not_an_address' }] }),
  };
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
  return { ...settings, tags: distinctTags(settings.tags) };
}

async function needFreeName(tx: Database, accountId: number, name: string, exceptId = 0): Promise<void> {
  if ((await countNamesakes(tx, accountId, name, exceptId)) > 0)
    throw new AppError('invalid_request', { fields: { name: [{ key: 'name_taken' }] } });
}

async function insert(tx: Database, author: Author, settings: CampaignSettings): Promise<CampaignRow> {
  const { accountId, userId } = author;
  await needFreeName(tx, accountId, settings.name);
  for (let attempt = 0; attempt < KEY_ATTEMPTS; attempt += 1) {
    const keys = { key: newCampaignKey(), postbackKey: newPostbackKey() };
    const id = await insertCampaign(tx, accountId, { ...keys, settings, authorId: userId });
    if (id === null) continue;
    await grantCampaignToCreator(tx, author, id);
    await tell(tx, [id]);
    return getCampaign(tx, wholeAccount(author), id);
  }
  throw new Error('no free key was found');
}

async function save(
  tx: Database,
  author: Author,
  {
    before,
    settings: wanted,
    room,
  }: { before: CampaignRow; settings: CampaignSettings; room: (more: number) => Promise<void> },
): Promise<CampaignRow> {
  const settings = withMoneyOf(author, before.settings, wanted);
  if (changedSettings(before.settings, settings).length === 0) return before;
  await needFreeName(tx, author.accountId, settings.name, before.id);
  await room(isLive(settings) && !isLive(before.settings) ? 1 : 0);
  await store(tx, author, [{ id: before.id, settings }]);
  return getCampaign(tx, author, before.id);
}

async function store(
  tx: Database,
  { accountId, userId }: Author,
  saves: readonly { id: number; settings: CampaignSettings }[],
): Promise<void> {
  if (saves.length === 0) return;
  const wanted = saves.map(({ id, settings }) => ({ id, settings }));
  await updateSettings(tx, accountId, wanted, userId);
  await tell(
    tx,
    saves.map(({ id }) => id),
  );
}

async function remove(tx: Database, { accountId }: Author, rows: readonly CampaignRow[]): Promise<number> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await removeCampaigns(tx, accountId, ids);
  await tell(tx, ids);
  return ids.length;
}
