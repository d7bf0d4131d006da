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

/** Operators see the same as customers, apart from the sidebar. */
export const SAME_FOR_OPERATORS = [
  '/campaign/create',
  '/api-tokens',
  '/black-list',
  '/conversions',
  '/statistics',
  '/team-users',
  '/tariffs/success-payment',
  '/tariffs/failed-payment',
];
