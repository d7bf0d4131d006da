import type { SortOrder } from '@poklik/contract/paging';
import { and, asc, desc, eq, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';
import { users } from '../../stores/tables/users.ts';

/** Whose log it is. */
export type Subject = Pick<Caller, 'accountId' | 'userId' | 'teamRole'>;

const impersonators = alias(users, 'impersonators');

/** That of an owner is of the whole account, that of a member of what they did and what was done to them. */
function concerns({ accountId, userId, teamRole }: Subject): SQL | undefined {
  const ofAccount = eq(auditEntries.accountId, accountId);
  if (teamRole === 'OWNER') return ofAccount;
  return and(ofAccount, or(eq(auditEntries.actorId, userId), eq(auditEntries.entity, `user:${userId}`)));
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export const listEntries = (
  db: Database,
  subject: Subject,
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
    .where(concerns(subject))
    .orderBy((page.order === 'asc' ? asc : desc)(auditEntries.position))
    .limit(page.limit)
    .offset(page.offset);

export const countEntries = (db: Database, subject: Subject): Promise<number> =>
  db.$count(auditEntries, concerns(subject));
