import { type SidebarItem, type SidebarUser, sidebarItems } from '@poklik/domain/access/sidebar';

/** The key that leads to a screen after G. */
export const NAVIGATION_KEYS: Record<SidebarItem, string> = {
  campaign: 'c',
  profile: 'p',
  statistics: 's',
  conversions: 'v',
  'black-list': 'b',
  instructions: 'i',
  tariffs: 't',
  'team-users': 'u',
  'api-tokens': 'a',
  referrals: 'r',
  withdrawal: 'w',
  transactions: 'x',
  invoices: 'o',
  'users-list': 'l',
};

/** Where the reader may go: what their sidebar shows, and their profile, which the header links to. */
export const navigationItems = (reader: SidebarUser): SidebarItem[] => [
  ...new Set<SidebarItem>([...sidebarItems(reader), 'profile']),
];
