import { type NewApiToken, ROTATION_HOURS, TOKEN_PREFIX, TOKENS_MAX } from '@poklik/contract/api-tokens';
import { AppError, type FieldProblem } from '@poklik/contract/errors';
import { grantableScopes } from '@poklik/domain/auth/role-permissions';
import { parseIpRange } from '@poklik/domain/ip/ip-range';
import type { Caller } from '../../http/caller.ts';
import { generateSecret, hashSecret } from '../../secret.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { requireVerifiedEmail } from '../auth/session.service.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import {
  countCampaigns,
  countTokens,
  findToken,
  insertToken,
  removeToken,
  replaceTokenSecret,
  type TokenRow,
} from './api-tokens.repo.ts';

const PREFIX_CHARS = 8;

function generateToken() {
  const token = `${TOKEN_PREFIX}${generateSecret().secret}`;
  return { token, secret: { prefix: token.slice(0, PREFIX_CHARS), tokenHash: hashSecret(token) } };
}

const auditEvent = (caller: Caller, id: number, action: string) => ({
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

/** The secret is returned once; only its hash is stored. */
export const createToken = (db: Database, caller: Caller, form: NewApiToken) =>
  db.transaction(async (tx) => {
    await requireVerifiedEmail(tx, caller);
    await getLimitsForUpdate(tx, caller.accountId);
    const checked = await validateToken(tx, caller, form);
    if ((await countTokens(tx, caller.accountId)) >= TOKENS_MAX)
      throw new AppError('token_limit_reached', { values: { max: TOKENS_MAX } });
    const { token, secret } = generateToken();
    const id = await insertToken(tx, caller.accountId, { wanted: checked, secret, authorId: caller.userId });
    await recordAudit(tx, {
      ...auditEvent(caller, id, 'api_token.created'),
      after: { name: form.name, scopes: form.scopes },
    });
    return { row: await getToken(tx, caller.accountId, id), token };
  });

/** Checks that the schema cannot do: the creator's permissions, existing campaigns, IP ranges and the current time. */
async function validateToken(tx: Database, caller: Caller, form: NewApiToken): Promise<NewApiToken> {
  const problems: Record<string, FieldProblem[]> = {};
  const allowed = grantableScopes(caller.permissions);
  if (form.scopes.some((scope) => !allowed.includes(scope))) problems.scopes = [{ key: 'scope_exceeded' }];
  const { campaign_ids: ids, ip_allow_list: addresses, expires_at: expiresAt } = form;
  const hasAccess = ids === null || caller.campaignIds === null || ids.every((id) => caller.campaignIds?.includes(id));
  if (ids !== null && (!hasAccess || (await countCampaigns(tx, caller.accountId, ids)) !== new Set(ids).size))
    problems.campaign_ids = [{ key: 'campaign_missing' }];
  const ranges = addresses?.map((text) => parseIpRange(text)?.text ?? null) ?? null;
  if (ranges?.includes(null)) problems.ip_allow_list = [{ key: 'ip_address' }];
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) problems.expires_at = [{ key: 'in_the_past' }];
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
  return {
    ...form,
    scopes: [...new Set(form.scopes)],
    campaign_ids: ids && [...new Set(ids)],
    ip_allow_list: ranges as string[] | null,
  };
}

/** Only the creator can rotate a token, because the secret carries the creator's permissions. */
export const rotateToken = (db: Database, caller: Caller, id: number) =>
  db.transaction(async (tx) => {
    await requireVerifiedEmail(tx, caller);
    const { creator: maker } = await getToken(tx, caller.accountId, id);
    if (maker.id !== caller.userId) throw new AppError('role_out_of_reach');
    const { token, secret } = generateToken();
    await replaceTokenSecret(tx, id, secret, ROTATION_HOURS);
    await recordAudit(tx, auditEvent(caller, id, 'api_token.rotated'));
    return { row: await getToken(tx, caller.accountId, id), token };
  });

export const revokeToken = (db: Database, caller: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const { token } = await getToken(tx, caller.accountId, id);
    await removeToken(tx, caller.accountId, id);
    await recordAudit(tx, { ...auditEvent(caller, id, 'api_token.revoked'), before: { name: token.name } });
  });
