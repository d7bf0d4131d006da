import type { SidebarItem } from '@poklik/domain/access/sidebar';
import {
  ArrowLeftRight,
  Ban,
  BookOpen,
  ChartColumn,
  CircleCheckBig,
  Gift,
  HandCoins,
  KeyRound,
  Layers,
  type LucideIcon,
  Megaphone,
  ReceiptText,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import css from './sidebar.module.css';

const ICONS: Record<SidebarItem, LucideIcon> = {
  campaign: Megaphone,
  profile: UserRound,
  statistics: ChartColumn,
  conversions: CircleCheckBig,
  'black-list': Ban,
  instructions: BookOpen,
  tariffs: Layers,
  'team-users': Users,
  'api-tokens': KeyRound,
  referrals: Gift,
  withdrawal: HandCoins,
  transactions: ArrowLeftRight,
  invoices: ReceiptText,
  'users-list': UsersRound,
};

interface SidebarLinkProps {
  item: SidebarItem;
  label: string;
  /** Shortcut of the screen. */
  keys: string | undefined;
  onFollow: () => void;
}

/** Highlighted when the current screen is in its section. */
export function SidebarLink({ item, label, keys, onFollow }: SidebarLinkProps) {
  const localizedPath = useLocalizedPath();
  const Icon = ICONS[item];
  return (
    <NavLink
      to={localizedPath(`/${item}`)}
      className={css.entry ?? ''}
      title={keys ? `${label} (${keys})` : label}
      onClick={onFollow}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className={css.entryLabel}>{label}</span>
    </NavLink>
  );
}
