export type Namespace =
  | 'api'
  | 'auth'
  | 'black_list_page'
  | 'campaign_home'
  | 'campaigns'
  | 'conversions'
  | 'costs'
  | 'domains'
  | 'errors'
  | 'grid'
  | 'instructions'
  | 'invoices'
  | 'months'
  | 'notifications'
  | 'profile'
  | 'referrals'
  | 'report_toolbar'
  | 'select'
  | 'sidebar'
  | 'statistics'
  | 'tariffs'
  | 'team_users'
  | 'transactions'
  | 'users_list'
  | 'withdrawal';

/** What every screen needs: the words of shared controls and of failures. */
export const ALWAYS: Namespace[] = ['select', 'errors'];
