import { type NewApiToken, ROTATION_HOURS, TOKEN_PREFIX, TOKENS_MAX } from '@poklik/contract/api-tokens';
import { AppError, type FieldProblem } from '@poklik/contract/errors';
import { scopesWithin } from '@poklik/domain/auth/role-permissions';
import { parseIpRange } from '@poklik/domain/black-list/ip-range';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { record } from '../audit/audit.service.ts';
import { hashSecret, needProvenAddress, newSecret } from '../auth/session.service.ts';
import { lockedLimitsOf } from '../tariffs/tariffs.service.ts';
import {
  countCampaigns,
  countTokens,
  findToken,
  insertToken,
  removeToken,
  replaceSecret,
  type TokenRow,
} from './api-tokens.repo.ts';

const SHOWN_SIGNS = 8;

function newToken() {
  const token = `${TOKEN_PREFIX}${newSecret().secret}`;
  return { token, secret: { prefix: token.slice(0, SHOWN_SIGNS), tokenHash: hashSecret(token) } };
}

const act = (caller: Caller, id: number, action: string) => ({
  actor: caller.userId,
  account: caller.accountId,
  action,
  entity: `api_token:${id}`,
  ip: caller.ip,
});

async function getToken(db: Database, accountId: number, id: number): Promise<TokenRow> {
  const row = await findToken(db, accountId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** The secret is made here, told once and kept as a hash. */
export const createToken = (db: Database, caller: Caller, wanted: NewApiToken) =>
  db.transaction(async (tx) => {
    await needProvenAddress(tx, caller);
    await lockedLimitsOf(tx, caller.accountId);
    const checked = await checkedToken(tx, caller, wanted);
    if ((await countTokens(tx, caller.accountId)) >= TOKENS_MAX)
      throw new AppError('token_limit_reached', { values: { max: TOKENS_MAX } });
    const { token, secret } = newToken();
    const id = await insertToken(tx, caller.accountId, { wanted: checked, secret, authorId: caller.userId });
    await record(tx, { ...act(caller, id, 'api_token.created'), after: { name: wanted.name, scopes: wanted.scopes } });
    return { row: await getToken(tx, caller.accountId, id), token };
  });

/** What the schema cannot know: what the maker may, which campaigns there are, what is an address, and what time it is. */
async function checkedToken(tx: Database, caller: Caller, wanted: NewApiToken): Promise<NewApiToken> {
  const problems: Record<string, FieldProblem[]> = {};
  const allowed = scopesWithin(caller.permissions);
  if (wanted.scopes.some((scope) => !allowed.includes(scope))) problems.scopes = [{ key: 'scope_exceeded' }];
  const { campaign_ids: ids, ip_allow_list: addresses, expires_at: expiresAt } = wanted;
  const reached = ids === null || caller.campaignIds === null || ids.every((id) => caller.campaignIds?.includes(id));
  if (ids !== null && (!reached || (await countCampaigns(tx, caller.accountId, ids)) !== new Set(ids).size))
    problems.campaign_ids = [{ key: 'campaign_missing' }];
  const ranges = addresses?.map((text) => parseIpRange(text)?.text ?? null) ?? null;
  if (ranges?.includes(null)) problems.ip_allow_list = [{ key: 'ip_address' }];
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) problems.expires_at = [{ key: 'in_the_past' }];
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
  return {
    ...wanted,
    scopes: [...new Set(wanted.scopes)],
    campaign_ids: ids && [...new Set(ids)],
    ip_allow_list: ranges as string[] | null,
  };
}

/** For its maker alone: whoever holds the secret may what the maker may. */
export const rotateToken = (db: Database, caller: Caller, id: number) =>
  db.transaction(async (tx) => {
    await needProvenAddress(tx, caller);
    const { maker } = await getToken(tx, caller.accountId, id);
    if (maker.id !== caller.userId) throw new AppError('role_out_of_reach');
    const { token, secret } = newToken();
    await replaceSecret(tx, id, secret, ROTATION_HOURS);
    await record(tx, act(caller, id, 'api_token.rotated'));
    return { row: await getToken(tx, caller.accountId, id), token };
  });

export const revokeToken = (db: Database, caller: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const { token } = await getToken(tx, caller.accountId, id);
    await removeToken(tx, caller.accountId, id);
    await record(tx, { ...act(caller, id, 'api_token.revoked'), before: { name: token.name } });
  });
