import * as z from 'zod/mini';
import { Balance } from './balance.ts';
import { endpoint } from './endpoint.ts';
import { Id, line, Timestamp } from './fields.ts';
import { GridLayout } from './grid-layouts.ts';
import { Language } from './language.ts';
import { PERMISSIONS } from './permissions.ts';
import { Role, TeamRole } from './roles.ts';
import { SubscriptionTerms, TariffName } from './subscription-terms.ts';

/** Row height of tables. */
export const DENSITIES = ['compact', 'default', 'roomy'] as const;
export const Density = z.enum(DENSITIES);
export type Density = z.infer<typeof Density>;

export const WEEK_STARTS = ['monday', 'sunday'] as const;
export const WeekStart = z.enum(WEEK_STARTS);
export type WeekStart = z.infer<typeof WeekStart>;

/** Tables whose columns a user can choose. */
export const GridName = z.enum(['campaigns', 'breakdown']);
export type GridName = z.infer<typeof GridName>;

/** The user's columns and color rules; null while a table is as usual. */
export const GridLayouts = z.object({
  campaigns: z.nullable(GridLayout),
  breakdown: z.nullable(GridLayout),
});
export type GridLayouts = z.infer<typeof GridLayouts>;

export const UserStatus = z.enum(['active', 'blocked']);

/** The user's membership in the current account. */
export const TeamMembership = z.object({
  role: TeamRole,
  /** Null for all campaigns of the account. */
  campaign_ids: z.nullable(z.array(Id)),
  can_see_money: z.boolean(),
  can_export: z.boolean(),
  /** The user's permissions. */
  permissions: z.array(z.enum(PERMISSIONS)),
});

export const Profile = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  messenger: z.nullable(z.string()),
  role: Role,
  status: UserStatus,
  email_verified_at: z.nullable(Timestamp),
  locale: Language,
  timezone: z.string(),
  density: Density,
  grids: GridLayouts,
  week_start: WeekStart,
  /** Whether single-key shortcuts are on. */
  shortcuts: z.boolean(),
  currency: z.string(),
  /** The account's plan. */
  tariff: TariffName,
  subscription: SubscriptionTerms,
  /** Null for members without access to money. */
  balance: z.nullable(Balance),
  referral_code: z.string(),
  /** The user whose referral link was used. */
  referred_by: z.nullable(Id),
  can_edit_profile: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  team: TeamMembership,
  /** Login requires a one-time code. */
  totp_enabled: z.boolean(),
  /** Everything else is locked until it is set up: the operator requires it for staff. */
  must_set_up_totp: z.boolean(),
  /** New terms are in force; until the owner accepts them, the account can’t be changed. */
  must_accept_terms: z.boolean(),
  /** Has onboarding steps that are not hidden. */
  is_onboarding: z.boolean(),
  /** Set while the operator impersonates this user: when it ends. */
  impersonated_until: z.nullable(Timestamp),
  last_login_at: z.nullable(Timestamp),
  created_at: Timestamp,
});
export type Profile = z.infer<typeof Profile>;

const optionalLine = (max: number) => z.optional(z.nullable(line(0, max)));

export const ProfileChanges = z.object({
  name: z.optional(line(0, 100)),
  phone: optionalLine(32),
  company: optionalLine(128),
  messenger: optionalLine(64),
  locale: z.optional(Language),
  /** An IANA name, such as Europe/Kyiv. */
  timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  density: z.optional(Density),
  week_start: z.optional(WeekStart),
  shortcuts: z.optional(z.boolean()),
});
export type ProfileChanges = z.infer<typeof ProfileChanges>;

export const profileApi = {
  get: endpoint({
    method: 'GET',
    path: '/profile',
    access: 'profile:read',
    summary: 'Returns the current user.',
    response: Profile,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/profile',
    access: 'profile:write',
    summary: 'Updates the given fields of the current user.',
    body: ProfileChanges,
    response: Profile,
  }),
  saveGrid: endpoint({
    method: 'PUT',
    path: '/profile/grids',
    access: 'profile:read',
    summary: 'Saves your columns and color rules of a table. Null restores the usual ones.',
    body: z.object({ grid: GridName, layout: z.nullable(GridLayout) }),
    response: z.object({ data: GridLayouts }),
  }),
};
