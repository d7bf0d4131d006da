import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, Timestamp } from './fields.ts';
import { TOKEN_SCOPES, TokenScope } from './token-scopes.ts';

export const TOKENS_MAX = 10;
export const TOKEN_PREFIX = 'pk_';
/** How long the old secret still works after rotation. */
export const ROTATION_HOURS = 24;
const ADDRESSES_MAX = 50;
const CAMPAIGNS_MAX = 1000;

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the secret, to recognize it. */
  prefix: z.string(),
  scopes: z.array(TokenScope),
  /** Null for every campaign its creator can access. */
  campaign_ids: z.nullable(z.array(Id)),
  /** Null allows calls from any address. */
  ip_allow_list: z.nullable(z.array(z.string())),
  expires_at: z.nullable(Timestamp),
  last_used_at: z.nullable(Timestamp),
  last_used_ip: z.nullable(z.string()),
  created_by: z.object({ id: Id, name: z.string(), email: z.string() }),
  created_at: Timestamp,
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({
  name: line(1, 60),
  scopes: z.array(TokenScope).check(z.minLength(1), z.maxLength(TOKEN_SCOPES.length)),
  campaign_ids: z._default(
    z.nullable(z.array(Id).check(z.minLength(1, 'scopes_missing'), z.maxLength(CAMPAIGNS_MAX))),
    null,
  ),
  /** IP addresses or CIDR ranges. */
  ip_allow_list: z._default(z.nullable(z.array(line(1, 64)).check(z.minLength(1), z.maxLength(ADDRESSES_MAX))), null),
  expires_at: z._default(z.nullable(Timestamp), null),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** The secret is returned only once. */
const ApiTokenWithSecret = z.object({ data: z.extend(ApiToken, { token: z.string() }) });

export const apiTokensApi = {
  list: endpoint({
    method: 'GET',
    path: '/api_tokens',
    access: 'api_tokens:read',
    summary: 'Lists API tokens, newest first, with the plan’s rate limit.',
    response: z.object({ data: z.array(ApiToken), limits: z.object({ tokens: z.int(), per_minute: z.int() }) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api_tokens',
    access: 'api_tokens:write',
    feature: 'api',
    summary:
      'Creates a token and returns its secret once. A token can never have more permissions than the user who created it.',
    body: NewApiToken,
    status: 201,
    response: ApiTokenWithSecret,
    errors: ['email_not_verified', 'token_limit_reached'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api_tokens/{id}/rotate',
    access: 'api_tokens:write',
    summary: 'Replaces the secret of one of your tokens. The old secret works for another 24 hours.',
    params: IdParams,
    response: ApiTokenWithSecret,
    errors: ['email_not_verified', 'role_out_of_reach'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api_tokens/{id}',
    access: 'api_tokens:write',
    summary: 'Revokes a token immediately.',
    params: IdParams,
    response: Done,
  }),
};

export const TOKEN_PRESETS = ['read', 'full', 'custom'] as const;
export const TOKEN_LIFETIMES = ['30', '90', '365', 'never'] as const;

/** The form's shape: a preset instead of scopes, lines instead of a list, days instead of a date. */
export const ApiTokenForm = z
  .object({
    name: line(1, 60),
    preset: z.enum(TOKEN_PRESETS),
    scopes: z.array(TokenScope),
    campaign_ids: z.nullable(z.array(Id).check(z.minLength(1, 'scopes_missing'), z.maxLength(CAMPAIGNS_MAX))),
    ip_allow_list: z.string(),
    expires_at: z.enum(TOKEN_LIFETIMES),
  })
  .check(
    z.refine(({ preset, scopes }) => preset !== 'custom' || scopes.length > 0, {
      path: ['scopes'],
      error: 'scopes_missing',
    }),
  );
export type ApiTokenForm = z.infer<typeof ApiTokenForm>;
