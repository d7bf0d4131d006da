import type { MemberAccess } from '@poklik/contract/team-users';
import { FREE_TARIFF } from '@poklik/domain/tariffs/limits';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { apiTokens } from '../../stores/tables/api-tokens.ts';
import { invoices, payments } from '../../stores/tables/billing.ts';
import { blackListEntries, campaigns } from '../../stores/tables/campaigns.ts';
import { ledgerJournals } from '../../stores/tables/ledger.ts';
import { commissions } from '../../stores/tables/referrals.ts';
import { subscriptions } from '../../stores/tables/subscriptions.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';
import { notifyTrackers } from '../networks/networks.repo.ts';

/** Without deleted campaigns, so that saving an unchanged member stays valid. */
const existingCampaignIds = sql<string[] | null>`case when ${teamMembers.campaignIds} is not null then array(
  select ${campaigns.id} from ${campaigns}
  where ${campaigns.id} = any(${teamMembers.campaignIds}) and ${campaigns.deletedAt} is null order by 1) end`;

const selectMembers = (db: Database) =>
  db
    .select({
      member: teamMembers,
      campaignIds: existingCampaignIds,
      user: {
        id: users.id,
        name: users.name,
        email: users.email,
        status: users.status,
        lastLoginAt: users.lastLoginAt,
      },
    })
    .from(teamMembers)
    .leftJoin(users, eq(users.id, teamMembers.userId));

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** The owner, then open invitations, then members in the order they joined. */
export const listMembers = (db: Database, accountId: number) =>
  selectMembers(db)
    .where(eq(teamMembers.accountId, accountId))
    .orderBy(sql`${teamMembers.role} <> 'OWNER'`, sql`${teamMembers.userId} is not null`, asc(teamMembers.id));

export const findMember = async (db: Database, accountId: number, id: number): Promise<MemberRow | null> =>
  (await selectMembers(db).where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.id, id))))[0] ?? null;

export const countMembers = (db: Database, accountId: number): Promise<number> =>
  db.$count(teamMembers, eq(teamMembers.accountId, accountId));

const columnsOf = (access: MemberAccess) => ({
  role: access.role,
  campaignIds: access.campaign_ids && [...new Set(access.campaign_ids)],
  canSeeMoney: access.can_see_money,
  canExport: access.can_export,
  canEditProfile: access.can_edit_profile,
});

/** Null when the email is already in the team. */
export async function insertMember(
  db: Database,
  accountId: number,
  { email, access, invitedById }: { email: string; access: MemberAccess; invitedById: number },
): Promise<number | null> {
  const [row] = await db
    .insert(teamMembers)
    .values({ ...columnsOf(access), accountId, email, invitedById })
    .onConflictDoNothing()
    .returning({ id: teamMembers.id });
  return row?.id ?? null;
}

export const updateMember = (db: Database, id: number, access: MemberAccess) =>
  db.update(teamMembers).set(columnsOf(access)).where(eq(teamMembers.id, id));

export const removeInvitation = (db: Database, id: number) =>
  db.delete(teamMembers).where(and(eq(teamMembers.id, id), isNull(teamMembers.userId)));

const OWNER_ACCESS = {
  role: 'OWNER',
  campaignIds: null,
  canSeeMoney: true,
  canExport: true,
  canEditProfile: true,
} as const;

/** A removed member starts over with an empty account. */
export async function moveToOwnAccount(db: Database, { member }: MemberRow): Promise<void> {
  if (member.userId === null) throw new Error('an open invitation has no user to move');
  const free = sql`(select ${tariffs.id} from ${tariffs} where ${eq(tariffs.code, FREE_TARIFF)})`;
  const [account] = await db.insert(accounts).values({ tariffId: free }).returning({ id: accounts.id });
  if (!account) throw new Error('insert returned no row');
  await db.delete(apiTokens).where(eq(apiTokens.createdById, member.userId));
  await db.update(users).set({ accountId: account.id }).where(eq(users.id, member.userId));
  await db
    .update(teamMembers)
    .set({ ...OWNER_ACCESS, accountId: account.id })
    .where(eq(teamMembers.id, member.id));
  await notifyTrackers(db, account.id);
}

/** False when the previous owner no longer owns the account. The referrer moves to the new owner. */
export async function replaceOwner(
  db: Database,
  { accountId, previousOwnerId, newOwnerId }: { accountId: number; previousOwnerId: number; newOwnerId: number },
): Promise<boolean> {
  const demoted = await db
    .update(teamMembers)
    .set({ role: 'ADMIN' })
    .where(
      and(eq(teamMembers.accountId, accountId), eq(teamMembers.userId, previousOwnerId), eq(teamMembers.role, 'OWNER')),
    )
    .returning({ id: teamMembers.id });
  if (demoted.length === 0) return false;
  await db
    .update(teamMembers)
    .set(OWNER_ACCESS)
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.userId, newOwnerId)));
  const referrer = sql`(select referred_by_id from users where id = ${previousOwnerId})`;
  await db.update(users).set({ referredById: referrer }).where(eq(users.id, newOwnerId));
  return true;
}

export const setInvitationSecret = (db: Database, id: number, tokenHash: string, hours: number) =>
  db
    .update(teamMembers)
    .set({ inviteHash: tokenHash, inviteExpiresAt: sql`now() + make_interval(hours => ${hours})` })
    .where(and(eq(teamMembers.id, id), isNull(teamMembers.userId)));

export async function findInvitation(db: Database, by: { id: number } | { tokenHash: string }) {
  const [row] = await db
    .select({
      member: teamMembers,
      isExpired: sql<boolean>`coalesce(${teamMembers.inviteExpiresAt} <= now(), false)`,
      owner: { name: users.name, email: users.email },
    })
    .from(teamMembers)
    .innerJoin(
      users,
      sql`${users.id} = (select o.user_id from team_members o where o.account_id = ${teamMembers.accountId} and o.role = 'OWNER')`,
    )
    .where(
      and(
        isNull(teamMembers.userId),
        'id' in by ? eq(teamMembers.id, by.id) : eq(teamMembers.inviteHash, by.tokenHash),
      ),
    );
  return row ?? null;
}

/** True for exactly one of several concurrent calls. */
export async function acceptInvitation(db: Database, memberId: number, userId: number): Promise<boolean> {
  const accepted = await db
    .update(teamMembers)
    .set({ userId, inviteHash: null, inviteExpiresAt: null })
    .where(and(eq(teamMembers.id, memberId), isNull(teamMembers.userId)))
    .returning({ id: teamMembers.id });
  return accepted.length === 1;
}

/** Tables whose rows would be lost with the account. */
const ACCOUNT_TABLES = [
  campaigns,
  blackListEntries,
  apiTokens,
  invoices,
  payments,
  subscriptions,
  commissions,
  ledgerJournals,
] as const;

/** Whether the user is alone in an account without data, so that leaving it loses nothing. */
export async function hasEmptyAccount(db: Database, userId: number, accountId: number): Promise<boolean> {
  const owned = and(eq(teamMembers.userId, userId), eq(teamMembers.role, 'OWNER'));
  const rowCounts = ACCOUNT_TABLES.map((table) => db.$count(table, eq(table.accountId, accountId)));
  // One statement, because a transaction runs one at a time.
  const [found] = await db
    .select({
      members: db.$count(teamMembers, eq(teamMembers.accountId, accountId)),
      owned: db.$count(teamMembers, owned),
      rows: sql<number>`${sql.join(rowCounts, sql` + `)}`.mapWith(Number),
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found?.members === 1 && found.owned === 1 && found.rows === 0;
}

export const removeMembership = (db: Database, userId: number) =>
  db.delete(teamMembers).where(eq(teamMembers.userId, userId));

export const countCampaigns = (db: Database, accountId: number, ids: readonly number[]): Promise<number> =>
  db.$count(
    campaigns,
    and(
      eq(campaigns.accountId, accountId),
      isNull(campaigns.deletedAt),
      sql`${campaigns.id} in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
    ),
  );

export const addCampaignToMember = (db: Database, userId: number, campaignId: number) =>
  db
    .update(teamMembers)
    .set({ campaignIds: sql`array_append(${teamMembers.campaignIds}, ${campaignId}::bigint)` })
    .where(and(eq(teamMembers.userId, userId), isNotNull(teamMembers.campaignIds)));

export const addCampaignToToken = (db: Database, id: number, campaignId: number) =>
  db
    .update(apiTokens)
    .set({ campaignIds: sql`array_append(${apiTokens.campaignIds}, ${campaignId}::bigint)` })
    .where(and(eq(apiTokens.id, id), isNotNull(apiTokens.campaignIds)));
