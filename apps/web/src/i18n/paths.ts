import type { RestoreResponse } from '@poklik/contract/auth';

/** Every URL of the application, once, without the language segment. */
export const paths = {
  root: '/',
  login: '/login',
  registration: '/registration',
  restorePassword: '/restore-password',
  restoreOutcome: (outcome: RestoreResponse) => `/restore-password/${outcome}`,
  emailSent: '/recovery-password/send-letter',
  campaign: '/campaign',
  domains: '/campaign?tab=domains',
  offers: '/campaign/offers',
  landers: '/campaign/landers',
  campaignCreate: '/campaign/create',
  campaignUpdate: (id: number) => `/campaign/update/${id}`,
  campaignLinks: (id: number) => `/campaign/update/${id}?tab=links`,
  campaignOverview: (id: number) => `/campaign/update/${id}?tab=overview`,
  statistics: '/statistics',
  /** The last seven days of one campaign, or another period. */
  campaignReport: (id: number, metric: string, period?: string) =>
    `/statistics?campaign=${id}&metric=${metric}${period ? `&period=${period}` : ''}`,
  instructions: '/instructions',
  instructionCreate: '/instructions/create',
  instructionUpdate: (id: number) => `/instructions/update/${id}`,
  /** The end of a guide, where it is tried out. */
  liveCheck: (guide: string) => `/instructions?guide=${guide}#live-check`,
  conversion: (id: string) => `/conversions?id=${id}`,
  costs: '/conversions?tab=costs',
  click: (id: string) => `/conversions?tab=clicks&id=${id}`,
  blackList: '/black-list',
  teamUsers: '/team-users',
  profile: '/profile',
  billing: '/profile?tab=billing',
  referrals: '/referrals',
  tariffs: '/tariffs',
  notifications: '/notifications',
  withdrawal: '/withdrawal',
  transactions: '/transactions',
  invoices: '/invoices',
  usersList: '/users-list',
  outbox: '/outbox',
} as const;
