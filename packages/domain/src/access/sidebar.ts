import type { Permission } from '@poklik/contract/permissions';
import { ROLES, type Role, type TeamRole } from '@poklik/contract/roles';

/** The part of a profile that decides which sidebar items are visible. */
export interface SidebarUser {
  role: Role;
  can_edit_profile: boolean;
  team: { role: TeamRole };
  permissions: readonly Permission[];
}

const forCustomers = ({ role }: SidebarUser): boolean => role !== ROLES.SUPER_ADMIN;
const forOperator = ({ role }: SidebarUser): boolean => role === ROLES.SUPER_ADMIN;
const forPayoutStaff = ({ role }: SidebarUser): boolean => role !== ROLES.USER;
const forEveryone = (): boolean => true;

/** In display order. */
const VISIBLE_TO = {
  campaign: forCustomers,
  profile: (reader: SidebarUser): boolean => reader.can_edit_profile,
  statistics: forCustomers,
  conversions: forCustomers,
  'black-list': forCustomers,
  instructions: forEveryone,
  tariffs: forEveryone,
  'team-users': forCustomers,
  'api-tokens': forCustomers,
  referrals: forCustomers,
  withdrawal: forPayoutStaff,
  transactions: forOperator,
  invoices: forOperator,
  'users-list': forOperator,
} satisfies Record<string, (reader: SidebarUser) => boolean>;

/** An item's name is also its path. */
export type SidebarItem = keyof typeof VISIBLE_TO;

/** Screens that a team member needs a permission for. */
const USED_WITH: Partial<Record<SidebarItem, Permission>> = {
  tariffs: 'billing:read',
  'api-tokens': 'api_tokens:read',
  referrals: 'billing:read',
};

/** Where screens are found that have no item of their own for a reader. */
const FOUND_IN: Partial<Record<SidebarItem, SidebarItem>> = {
  transactions: 'profile',
  invoices: 'profile',
  withdrawal: 'referrals',
};

export const SIDEBAR_ITEMS = Object.keys(VISIBLE_TO) as SidebarItem[];

function isUsable(item: SidebarItem, { team, permissions }: SidebarUser): boolean {
  const needed = USED_WITH[item];
  return needed === undefined || team.role === 'OWNER' || permissions.includes(needed);
}

export const sidebarItems = (reader: SidebarUser): SidebarItem[] =>
  SIDEBAR_ITEMS.filter((item) => VISIBLE_TO[item](reader) && isUsable(item, reader));

/** The item of a screen, or the one it is found in; null if the reader sees neither. */
export function highlightedItem(screen: string, visible: readonly SidebarItem[]): SidebarItem | null {
  const item = SIDEBAR_ITEMS.find((each) => each === screen);
  const parent = item && FOUND_IN[item];
  return [item, parent].find((each) => each !== undefined && visible.includes(each)) ?? null;
}
