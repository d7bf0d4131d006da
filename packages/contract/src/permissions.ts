/** What a caller may do. An endpoint names the one it needs; a screen asks for the same one before it shows a button. */
export const PERMISSIONS = [
  'profile:read',
  'profile:write',
  'campaigns:read',
  'campaigns:write',
  'black_list:read',
  'black_list:write',
  'statistics:read',
  'notifications:read',
  'notifications:write',
  'outbox:read',
  'users:read',
  'instructions:read',
  'instructions:write',
  'currency_rates:read',
  'currency_rates:write',
  'users:write',
  'tariffs:read',
  'tariffs:write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
