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
import { Link } from 'react-router';
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
  /** Whether the current screen is in this section. */
  isCurrent: boolean;
  onFollow: () => void;
}

export function SidebarLink({ item, label, keys, isCurrent, onFollow }: SidebarLinkProps) {
  const localizedPath = useLocalizedPath();
  const Icon = ICONS[item];
  return (
    <Link
      to={localizedPath(`/${item}`)}
      className={css.entry ?? ''}
      aria-current={isCurrent ? 'page' : undefined}
      title={keys ? `${label} (${keys})` : label}
      onClick={onFollow}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className={css.entryLabel}>{label}</span>
    </Link>
  );
}
