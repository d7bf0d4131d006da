import { type SidebarItem, type SidebarUser, sidebarItems } from '@poklik/domain/access/sidebar';

/** The key after G that opens a screen. */
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

/** Screens the user can open: the sidebar items and the profile. */
export const navigationItems = (reader: SidebarUser): SidebarItem[] => [
  ...new Set<SidebarItem>([...sidebarItems(reader), 'profile']),
];
