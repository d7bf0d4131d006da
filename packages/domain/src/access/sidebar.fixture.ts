/** Sidebar items in the order of the specification, whose visibility rules refer to positions in it. */
export const SPECIFIED_SIDEBAR = [
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
