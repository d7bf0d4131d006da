import { type ApiToken, type apiTokensApi, TOKENS_MAX } from '@poklik/contract/api-tokens';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { getLimits } from '../billing/billing.service.ts';
import { listTokens, type TokenRow } from './api-tokens.repo.ts';
import { createToken, revokeToken, rotateToken } from './api-tokens.service.ts';

export const apiTokensRoutes = ({ db }: Services): Handlers<typeof apiTokensApi> => ({
  list: async ({ accountId }) => {
    const [rows, { apiPerMinute }] = await Promise.all([listTokens(db, accountId), getLimits(db, accountId)]);
    return { data: rows.map(toApiToken), limits: { tokens: TOKENS_MAX, per_minute: apiPerMinute } };
  },
  create: async (caller, { body }) => withSecret(await createToken(db, caller, body)),
  rotate: async (caller, { params }) => withSecret(await rotateToken(db, caller, params.id)),
  remove: async (caller, { params }) => {
    await revokeToken(db, caller, params.id);
    return { message: translator(caller.language)('done.token_revoked') };
  },
});

const withSecret = ({ row, token }: { row: TokenRow; token: string }) => ({ data: { ...toApiToken(row), token } });

const toApiToken = ({ token, creator: maker }: TokenRow): ApiToken => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  scopes: token.scopes,
  campaign_ids: token.campaignIds,
  ip_allow_list: token.ipAllowList,
  expires_at: token.expiresAt?.toISOString() ?? null,
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  last_used_ip: token.lastUsedIp,
  created_by: maker,
  created_at: token.createdAt.toISOString(),
});
