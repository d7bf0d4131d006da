import type { NewApiToken } from '@poklik/contract/api-tokens';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../stores/postgres.ts';
import { apiTokens } from '../../stores/tables/api-tokens.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { teamMembers, users } from '../../stores/tables/users.ts';

const owners = alias(teamMembers, 'owners');
const ownerUsers = alias(users, 'owner_users');

const selectTokens = (db: Database) =>
  db
    .select({ token: apiTokens, creator: { id: users.id, name: users.name, email: users.email } })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdById));

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export const listTokens = (db: Database, accountId: number) =>
  selectTokens(db).where(eq(apiTokens.accountId, accountId)).orderBy(desc(apiTokens.id));

export const findToken = async (db: Database, accountId: number, id: number): Promise<TokenRow | null> =>
  (await selectTokens(db).where(and(eq(apiTokens.accountId, accountId), eq(apiTokens.id, id))))[0] ?? null;

export const countTokens = (db: Database, accountId: number): Promise<number> =>
  db.$count(apiTokens, eq(apiTokens.accountId, accountId));

interface TokenSecret {
  prefix: string;
  tokenHash: string;
}

export async function insertToken(
  db: Database,
  accountId: number,
  { wanted: form, secret, authorId: creatorId }: { wanted: NewApiToken; secret: TokenSecret; authorId: number },
): Promise<number> {
  const { name, scopes, campaign_ids: campaignIds, ip_allow_list: ipAllowList, expires_at: expiresAt } = form;
  const [row] = await db
    .insert(apiTokens)
    .values({
      ...secret,
      accountId,
      createdById: creatorId,
      name,
      scopes,
      campaignIds,
      ipAllowList,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })
    .returning({ id: apiTokens.id });
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export const replaceTokenSecret = (db: Database, id: number, secret: TokenSecret, graceHours: number) =>
  db
    .update(apiTokens)
    .set({
      ...secret,
      previousHash: sql`${apiTokens.tokenHash}`,
      previousUntil: sql`now() + make_interval(hours => ${graceHours})`,
    })
    .where(eq(apiTokens.id, id));

export async function removeToken(db: Database, accountId: number, id: number): Promise<boolean> {
  const removed = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.accountId, accountId), eq(apiTokens.id, id)))
    .returning({ id: apiTokens.id });
  return removed.length === 1;
}

/** Joins everything that decides what the token is allowed to do. */
export async function findTokenByHash(db: Database, hash: string, ip: string) {
  const [row] = await db
    .select({
      token: apiTokens,
      isIpAllowed: sql<boolean>`${apiTokens.ipAllowList} is null or ${ip}::inet <<= any(${apiTokens.ipAllowList})`,
      user: users,
      member: teamMembers,
      ownerStatus: ownerUsers.status,
    })
    .from(apiTokens)
    // A token stops working when its creator leaves the account.
    .innerJoin(users, and(eq(users.id, apiTokens.createdById), eq(users.accountId, apiTokens.accountId)))
    .innerJoin(teamMembers, and(eq(teamMembers.userId, users.id), eq(teamMembers.accountId, users.accountId)))
    .innerJoin(owners, and(eq(owners.accountId, users.accountId), eq(owners.role, 'OWNER')))
    .innerJoin(ownerUsers, eq(ownerUsers.id, owners.userId))
    .where(
      and(
        or(
          eq(apiTokens.tokenHash, hash),
          and(eq(apiTokens.previousHash, hash), gt(apiTokens.previousUntil, sql`now()`)),
        ),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
      ),
    );
  return row ?? null;
}

/** Updated at most once a minute, so that frequent API calls do not each cause a write. */
export const touchToken = (db: Database, id: number, ip: string) =>
  db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()`, lastUsedIp: ip })
    .where(
      and(
        eq(apiTokens.id, id),
        or(isNull(apiTokens.lastUsedAt), sql`${apiTokens.lastUsedAt} < now() - interval '1 minute'`),
      ),
    );

export const countCampaigns = (db: Database, accountId: number, ids: readonly number[]): Promise<number> =>
  db.$count(
    campaigns,
    and(
      eq(campaigns.accountId, accountId),
      isNull(campaigns.deletedAt),
      sql`${campaigns.id} = any(${JSON.stringify(ids).replace('[', '{').replace(']', '}')}::bigint[])`,
    ),
  );
