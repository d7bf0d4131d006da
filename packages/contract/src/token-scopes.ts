import * as z from 'zod/mini';

/** Scopes of API tokens. */
export const TOKEN_SCOPES = [
  'campaigns:read',
  'campaigns:write',
  'statistics:read',
  'conversions:read',
  'conversions:write',
  'costs:read',
  'costs:write',
  'connections:write',
  'networks:read',
  'networks:write',
  'black_list:read',
  'black_list:write',
  'team:read',
  'billing:read',
] as const;
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;
