import { BookOpen, CircleCheckBig, type LucideIcon, Megaphone, UserRound } from 'lucide-react';

/** In the order in which they are shown. */
export const GROUPS = ['recent', 'places', 'actions', 'campaigns', 'conversions', 'users', 'guides'] as const;
export type Group = (typeof GROUPS)[number];

/** What is kept on the server, not known beforehand. */
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
  /** Beside the label, smaller. */
  detail?: string;
  /** Other words that it is found by. */
  words?: readonly string[];
  icon: LucideIcon;
  /** The shortcut that does the same. */
  keys?: string;
}

/** Leads somewhere, as `paths` names it; or does something, after which the palette stays for the next question. */
export type Command = Shown & ({ to: string } | { run: () => void; staysOpen?: true });
