import type { SwitchResult } from '@poklik/contract/domains';
import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { listCampaignsOnDomain } from '../campaigns/campaigns.repo.ts';
import { changeEachCampaign } from '../campaigns/campaigns.service.ts';
import {
  clearDefault,
  type DomainRow,
  listDomains,
  listDomainsById,
  notifyTrackers,
  updateDomain,
} from './domains.repo.ts';
import { getDomain, isServing, recordDomainAudit } from './domains.service.ts';

type Tools = Pick<Services, 'db' | 'config'>;

/** Removes a domain of the account and moves its campaigns to `moveTo`. */
export async function removeDomain(
  tools: Tools,
  caller: Caller,
  { id, moveTo }: { id: number; moveTo: number | undefined },
): Promise<void> {
  const domain = await getDomain(tools.db, caller.accountId, id);
  if (domain.kind === 'given') throw new AppError('domain_reserved');
  // Otherwise another account could add the host again.
  if (domain.status === 'suspended') throw new AppError('domain_not_active');
  const target = await requireTarget(tools.db, caller, moveTo);
  if (target === id) throw invalidTarget('domain_repeated');
  const using = await listCampaignsOnDomain(tools.db, caller.accountId, id);
  if (using.length > 0 && target === null) {
    const ids = using.map((campaign) => campaign.id).join(', ');
    throw new AppError('domain_in_use', { fields: { move_to: [{ key: 'domain_campaigns', values: { ids } }] } });
  }
  await moveCampaignsAndRemove(tools, caller, domain, target);
}

/** For the operator. Campaigns use their account's given domain again. */
export async function removeAnyDomain(tools: Tools, operator: Caller, id: number): Promise<void> {
  const domain = await getDomain(tools.db, null, id);
  if (domain.kind === 'given') throw new AppError('domain_reserved');
  await moveCampaignsAndRemove(tools, operator, domain, await findGivenId(tools.db, domain.accountId));
}

async function moveCampaignsAndRemove(
  tools: Tools,
  author: Caller,
  domain: DomainRow,
  target: number | null,
): Promise<void> {
  const { id, accountId } = domain;
  const using = await listCampaignsOnDomain(tools.db, accountId, id);
  // Also campaigns that the member has no access to, because they use the domain too.
  const owner = { ...author, accountId, campaignIds: null };
  await changeEachCampaign(
    tools,
    owner,
    using.map((campaign) => campaign.id),
    (settings) => {
      const domain_id = settings.domain_id === id ? target : settings.domain_id;
      const spare = settings.spare_domain_id === id ? null : settings.spare_domain_id;
      return { ...settings, domain_id, spare_domain_id: spare === domain_id ? null : spare };
    },
  );
  await tools.db.transaction(async (tx) => {
    await updateDomain(tx, id, { removedAt: new Date(), isDefault: false, nextCheckAt: null });
    if (domain.isDefault) await restoreDefault(tx, accountId);
    await recordDomainAudit(tx, author, { action: 'domain.removed', domain, before: { host: domain.host } });
    await notifyTrackers(tx, id);
  });
}

const invalidTarget = (key: string): AppError => new AppError('invalid_request', { fields: { move_to: [{ key }] } });

const findGivenId = async (db: Database, accountId: number): Promise<number | null> =>
  (await listDomains(db, accountId)).find(({ kind, status }) => kind === 'given' && status === 'active')?.id ?? null;

async function requireTarget(db: Database, { accountId }: Caller, moveTo: number | undefined): Promise<number | null> {
  if (moveTo === undefined) return null;
  const [row] = await listDomainsById(db, accountId, [moveTo]);
  if (!row || !isServing(row)) throw invalidTarget('domain_not_usable');
  return row.id;
}

/** New campaigns use the given domain again. */
async function restoreDefault(tx: Database, accountId: number): Promise<void> {
  const given = await findGivenId(tx, accountId);
  await clearDefault(tx, accountId);
  if (given !== null) await updateDomain(tx, given, { isDefault: true });
}

/** Swaps the domain and the spare domain of each campaign. */
export async function switchToSpare(
  tools: Tools,
  caller: Caller,
  ids: readonly number[],
): Promise<{ id: number; result: SwitchResult }[]> {
  const usable = new Set((await listDomains(tools.db, caller.accountId)).filter(isServing).map(({ id }) => id));
  const results = new Map<number, SwitchResult>(ids.map((id) => [id, 'not_found']));
  await changeEachCampaign(tools, caller, [...results.keys()], (settings, { id }) => {
    const { domain_id, spare_domain_id } = settings;
    const result =
      spare_domain_id === null ? 'no_spare' : usable.has(spare_domain_id) ? 'switched' : 'spare_not_active';
    results.set(id, result);
    return result === 'switched' ? { ...settings, domain_id: spare_domain_id, spare_domain_id: domain_id } : settings;
  });
  return [...results].map(([id, result]) => ({ id, result }));
}
