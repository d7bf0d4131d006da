import type { domainsApi } from '@poklik/contract/domains';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { and, asc, desc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import { pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';
import { teamMembers, users } from '../../stores/tables/users.ts';
import { notifyDomainSuspended } from './domain.emails.ts';
import { notifyTrackers, updateDomain } from './domains.repo.ts';
import { getDomain, isServing, recordDomainAudit } from './domains.service.ts';

type AllQuery = ParsedOf<(typeof domainsApi)['all']>['query'];

function matchesFilter({ search, status }: AllQuery): SQL | undefined {
  const pattern = containsPattern(search ?? '');
  return and(
    isNull(trackingDomains.removedAt),
    status === undefined ? undefined : eq(trackingDomains.status, status),
    search ? or(ilike(trackingDomains.host, pattern), ilike(users.email, pattern)) : undefined,
  );
}

const ownersOf = and(eq(teamMembers.accountId, trackingDomains.accountId), eq(teamMembers.role, 'OWNER'));

export async function listAllDomains(db: Database, query: AllQuery) {
  const direction = query.order === 'asc' ? asc : desc;
  const { limit, offset } = pageWindow(query);
  const rows = await db
    .select({ domain: trackingDomains, owner: users.email })
    .from(trackingDomains)
    .leftJoin(teamMembers, ownersOf)
    .leftJoin(users, eq(users.id, teamMembers.userId))
    .where(matchesFilter(query))
    .orderBy(
      direction(query.sort === 'host' ? trackingDomains.host : trackingDomains.createdAt),
      direction(trackingDomains.id),
    )
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(trackingDomains)
    .leftJoin(teamMembers, ownersOf)
    .leftJoin(users, eq(users.id, teamMembers.userId))
    .where(matchesFilter(query));
  return { rows, total: counted?.total ?? 0 };
}

type Operator = Pick<Caller, 'userId' | 'ip'>;

export const suspendDomain = ({ db }: Services, operator: Operator, id: number, reason: string): Promise<void> =>
  db.transaction(async (tx) => {
    const domain = await getDomain(tx, null, id);
    if (!isServing(domain)) throw new AppError('domain_not_active');
    await updateDomain(tx, id, { status: 'suspended', suspendedReason: reason, nextCheckAt: null });
    await recordDomainAudit(tx, operator, { action: 'domain.suspended', domain, after: { reason } });
    await notifyDomainSuspended(tx, domain, reason);
    await notifyTrackers(tx, id);
  });

/** A given domain needs no check; an own one works at once and is checked again. */
export const liftSuspension = ({ db }: Services, operator: Operator, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const domain = await getDomain(tx, null, id);
    if (domain.status !== 'suspended') throw new AppError('status_conflict');
    const nextCheckAt = domain.kind === 'own' ? new Date() : null;
    await updateDomain(tx, id, { status: 'active', suspendedReason: null, failingSince: null, nextCheckAt });
    await recordDomainAudit(tx, operator, {
      action: 'domain.lifted',
      domain,
      before: { reason: domain.suspendedReason },
    });
    await notifyTrackers(tx, id);
  });
