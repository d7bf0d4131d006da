import * as z from 'zod/mini';
import { Balance } from './balance.ts';
import { endpoint } from './endpoint.ts';
import { Id, line, Timestamp } from './fields.ts';
import { Language } from './language.ts';
import { PERMISSIONS } from './permissions.ts';
import { Role, TeamRole } from './roles.ts';
import { SubscriptionTerms, TariffName } from './subscription-terms.ts';

/** How high the rows of tables are. */
export const DENSITIES = ['compact', 'default', 'roomy'] as const;
export const Density = z.enum(DENSITIES);
export type Density = z.infer<typeof Density>;

export const WEEK_STARTS = ['monday', 'sunday'] as const;
export const WeekStart = z.enum(WEEK_STARTS);
export type WeekStart = z.infer<typeof WeekStart>;

export const UserStatus = z.enum(['active', 'blocked']);

/** Where the person stands inside the account they work in. */
export const TeamMembership = z.object({
  role: TeamRole,
  /** Null for all campaigns of the account. */
  campaign_ids: z.nullable(z.array(Id)),
  can_see_money: z.boolean(),
  can_export: z.boolean(),
  /** What the person may do there. */
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
  week_start: WeekStart,
  /** Single keys act as shortcuts. */
  shortcuts: z.boolean(),
  currency: z.string(),
  /** Of the account. */
  tariff: TariffName,
  subscription: SubscriptionTerms,
  /** Null for members who may not see the account's money. */
  balance: z.nullable(Balance),
  referral_code: z.string(),
  /** The user whose link the person signed up with. */
  referred_by: z.nullable(Id),
  can_edit_profile: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  team: TeamMembership,
  /** Signing in asks for a one-time code. */
  totp_enabled: z.boolean(),
  /** Nothing else works before it is set up: the operator demands it of their staff. */
  must_set_up_totp: z.boolean(),
  /** Has first steps to take and has not put them away. */
  is_onboarding: z.boolean(),
  /** Set while the operator acts in this person's name: when that ends by itself. */
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
    summary: 'The signed-in user.',
    response: Profile,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/profile',
    access: 'profile:write',
    summary: 'Changes the named fields of the signed-in user.',
    body: ProfileChanges,
    response: Profile,
  }),
};
