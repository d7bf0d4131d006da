import type { SortOrder } from '@poklik/contract/paging';
import { and, asc, desc, eq, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';
import { users } from '../../stores/tables/users.ts';

export type ActivitySubject = Pick<Caller, 'accountId' | 'userId' | 'teamRole'>;

const impersonators = alias(users, 'impersonators');

/** Owners see the whole account; members see what they did and what was changed about them. */
function activityFilter({ accountId, userId, teamRole }: ActivitySubject): SQL | undefined {
  const inAccount = eq(auditEntries.accountId, accountId);
  if (teamRole === 'OWNER') return inAccount;
  return and(inAccount, or(eq(auditEntries.actorId, userId), eq(auditEntries.entity, `user:${userId}`)));
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export const listEntries = (
  db: Database,
  subject: ActivitySubject,
  page: { limit: number; offset: number; order: SortOrder },
) =>
  db
    .select({
      entry: auditEntries,
      actor: { id: users.id, accountId: users.accountId, name: users.name, email: users.email },
      impersonator: { name: impersonators.name, email: impersonators.email },
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .leftJoin(impersonators, eq(impersonators.id, auditEntries.impersonatorId))
    .where(activityFilter(subject))
    .orderBy((page.order === 'asc' ? asc : desc)(auditEntries.position))
    .limit(page.limit)
    .offset(page.offset);

export const countEntries = (db: Database, subject: ActivitySubject): Promise<number> =>
  db.$count(auditEntries, activityFilter(subject));
