import type { LinkAlias } from '@poklik/contract/domains';
import { AppError } from '@poklik/contract/errors';
import { isReservedAlias } from '@poklik/domain/domains/reserved-aliases';
import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { linkAliases } from '../../stores/tables/domains.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import { getCampaignNames } from '../campaigns/campaigns.service.ts';
import { listDomainsById, notifyTrackers } from './domains.repo.ts';

export async function listAliases(db: Database, caller: Caller, campaignId: number): Promise<LinkAlias[]> {
  await requireCampaign(db, caller, campaignId);
  return findAliases(db, campaignId);
}

const findAliases = (db: Database, campaignId: number): Promise<LinkAlias[]> =>
  db
    .select({ domain_id: linkAliases.domainId, alias: linkAliases.alias })
    .from(linkAliases)
    .where(eq(linkAliases.campaignId, campaignId))
    .orderBy(asc(linkAliases.domainId), asc(linkAliases.alias));

async function requireCampaign(db: Database, caller: Caller, id: number): Promise<void> {
  if (!(await getCampaignNames(db, caller, [id])).has(id)) throw new AppError('not_found');
}

/** Replaces all aliases of a campaign. */
export const setAliases = (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  campaignId: number,
  aliases: readonly LinkAlias[],
): Promise<LinkAlias[]> =>
  db.transaction(async (tx) => {
    // One writer per account.
    await getLimitsForUpdate(tx, caller.accountId);
    await requireCampaign(tx, caller, campaignId);
    requireFreeNames(aliases);
    await requireOwnDomains(tx, caller.accountId, aliases);
    await requireUnusedAliases(tx, campaignId, aliases);
    const before = await findAliases(tx, campaignId);
    await tx.delete(linkAliases).where(eq(linkAliases.campaignId, campaignId));
    if (aliases.length > 0)
      await tx
        .insert(linkAliases)
        .values(aliases.map(({ domain_id: domainId, alias }) => ({ domainId, alias, campaignId })));
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'campaign.aliases_changed',
      entity: `campaign:${campaignId}`,
      before: { aliases: before.map(({ alias }) => alias) },
      after: { aliases: aliases.map(({ alias }) => alias) },
      ip: caller.ip,
    });
    const changed = new Set([...before, ...aliases].map(({ domain_id }) => domain_id));
    for (const id of changed) await notifyTrackers(tx, id);
    return findAliases(tx, campaignId);
  });

const problemsOf = (key: string, places: readonly number[]) =>
  Object.fromEntries(places.map((place) => [`aliases.${place}.alias`, [{ key }]]));

function requireFreeNames(aliases: readonly LinkAlias[]): void {
  const reserved = aliases.flatMap(({ alias }, place) => (isReservedAlias(alias) ? [place] : []));
  if (reserved.length > 0) throw new AppError('alias_reserved', { fields: problemsOf('alias_reserved', reserved) });
  const names = aliases.map(({ domain_id, alias }) => `${domain_id} ${alias}`);
  const repeated = names.flatMap((name, place) => (names.indexOf(name) < place ? [place] : []));
  if (repeated.length > 0) throw new AppError('invalid_request', { fields: problemsOf('alias_taken', repeated) });
}

async function requireOwnDomains(tx: Database, accountId: number, aliases: readonly LinkAlias[]): Promise<void> {
  const ids = [...new Set(aliases.map(({ domain_id }) => domain_id))];
  const own = (await listDomainsById(tx, accountId, ids)).filter(({ kind }) => kind === 'own').map(({ id }) => id);
  const problems = aliases.flatMap(({ domain_id }, place) => (own.includes(domain_id) ? [] : [place]));
  if (problems.length > 0)
    throw new AppError('invalid_request', {
      fields: Object.fromEntries(problems.map((place) => [`aliases.${place}.domain_id`, [{ key: 'domain_not_own' }]])),
    });
}

async function requireUnusedAliases(tx: Database, campaignId: number, aliases: readonly LinkAlias[]): Promise<void> {
  if (aliases.length === 0) return;
  const wanted = aliases.map(({ domain_id, alias }) =>
    and(eq(linkAliases.domainId, domain_id), eq(linkAliases.alias, alias)),
  );
  const used = await tx
    .select({ domainId: linkAliases.domainId, alias: linkAliases.alias })
    .from(linkAliases)
    .where(
      and(
        ne(linkAliases.campaignId, campaignId),
        inArray(
          linkAliases.domainId,
          aliases.map(({ domain_id }) => domain_id),
        ),
        or(...wanted),
      ),
    );
  const taken = aliases.flatMap(({ domain_id, alias }, place) =>
    used.some((row) => row.domainId === domain_id && row.alias === alias) ? [place] : [],
  );
  if (taken.length > 0) throw new AppError('alias_taken', { fields: problemsOf('alias_taken', taken) });
}
