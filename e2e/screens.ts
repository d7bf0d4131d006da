/** Every route in the specification, without the language. */
export const PUBLIC_SCREENS = [
  '/login',
  '/registration',
  '/restore-password',
  '/restore-password/success',
  '/restore-password/expired',
  '/restore-password/email-expired',
  '/recovery-password/send-letter',
  '/password/reset/some-token?email=person@example.test',
];

export const SIGNED_IN_SCREENS = [
  '/campaign',
  '/campaign/create',
  '/campaign/update/1',
  '/api-tokens',
  '/black-list',
  '/conversions',
  '/instructions',
  '/instructions/create',
  '/instructions/update/1',
  '/statistics',
  '/tariffs',
  '/tariffs/success-payment',
  '/tariffs/failed-payment',
  '/team-users',
  '/profile',
  '/referrals',
  '/notifications',
  '/withdrawal',
  '/transactions',
  '/invoices',
  '/users-list',
];

/** Sidebar items in the order of the specification, which refers to them by position. */
export const SIDEBAR = [
  'campaign',
  'profile',
  'statistics',
  'conversions',
  'black-list',
  'instructions',
  'tariffs',
  'team-users',
  'api-tokens',
  'referrals',
  'withdrawal',
  'transactions',
  'invoices',
  'users-list',
];
