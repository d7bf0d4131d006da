import type { SortOrder } from '@poklik/contract/paging';
import { and, asc, desc, eq, or, type SQL } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';
import { users } from '../../stores/tables/users.ts';

/** The owner sees the whole account, a member what they did and what was done to them. */
function visibleTo({ accountId, userId, teamRole }: Caller): SQL | undefined {
  const ofAccount = eq(auditEntries.accountId, accountId);
  if (teamRole === 'OWNER') return ofAccount;
  return and(ofAccount, or(eq(auditEntries.actorId, userId), eq(auditEntries.entity, `user:${userId}`)));
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export const listEntries = (db: Database, caller: Caller, page: { limit: number; offset: number; order: SortOrder }) =>
  db
    .select({
      entry: auditEntries,
      actor: { id: users.id, accountId: users.accountId, name: users.name, email: users.email },
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(visibleTo(caller))
    .orderBy((page.order === 'asc' ? asc : desc)(auditEntries.position))
    .limit(page.limit)
    .offset(page.offset);

export const countEntries = (db: Database, caller: Caller): Promise<number> =>
  db.$count(auditEntries, visibleTo(caller));
