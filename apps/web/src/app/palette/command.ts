import { BookOpen, CircleCheckBig, type LucideIcon, Megaphone, UserRound } from 'lucide-react';

/** In display order. */
export const GROUPS = ['recent', 'places', 'actions', 'campaigns', 'conversions', 'users', 'guides'] as const;
export type Group = (typeof GROUPS)[number];

/** Icons of server results. */
export const RESULT_ICONS = {
  campaigns: Megaphone,
  conversions: CircleCheckBig,
  users: UserRound,
  guides: BookOpen,
} satisfies Partial<Record<Group, LucideIcon>>;

interface Shown {
  id: string;
  group: Group;
  label: string;
  /** Secondary text next to the label. */
  detail?: string;
  /** Additional search keywords. */
  words?: readonly string[];
  icon: LucideIcon;
  /** Equivalent shortcut. */
  keys?: string;
}

/** Navigates to one of `paths`, or runs an action and may keep the palette open. */
export type Command = Shown & ({ to: string } | { run: () => void; staysOpen?: true });
