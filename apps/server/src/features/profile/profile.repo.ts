import type { GridLayout } from '@poklik/contract/grid-layouts';
import type { GridLayouts, GridName, Profile, ProfileChanges, WeekStart } from '@poklik/contract/profile';
import { onboardingSteps } from '@poklik/domain/onboarding/onboarding-steps';
import { eq, sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { twoFactors } from '../../stores/tables/security.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';

type UserProfile = Omit<Profile, 'tariff' | 'subscription' | 'balance'>;

export async function getUserProfile(db: Database, caller: Caller): Promise<UserProfile> {
  const [row] = await db
    .select({
      user: users,
      currency: accounts.currency,
      canEditProfile: teamMembers.canEditProfile,
      twoFactorAt: twoFactors.enabledAt,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(teamMembers, eq(teamMembers.userId, users.id))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.id, caller.userId));
  if (!row) throw new Error(`user ${caller.userId} not found`);
  const { user, currency, canEditProfile, twoFactorAt } = row;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    phone: user.phone,
    company: user.company,
    messenger: user.messenger,
    role: caller.role,
    status: user.status,
    email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
    locale: user.locale,
    timezone: user.timezone,
    density: user.density,
    grids: toGrids(user.grids),
    week_start: user.weekStart,
    shortcuts: user.shortcuts,
    currency,
    referral_code: user.referralCode,
    referred_by: user.referredById,
    can_edit_profile: canEditProfile,
    permissions: [...caller.permissions],
    team: {
      role: caller.teamRole,
      campaign_ids: caller.campaignIds && [...caller.campaignIds],
      can_see_money: caller.canSeeMoney,
      can_export: caller.canExport,
      permissions: [...caller.permissions],
    },
    must_set_up_totp: caller.lacksSecondFactor,
    must_accept_terms: caller.lacksAcceptance,
    totp_enabled: twoFactorAt !== null,
    is_onboarding: user.onboardingHiddenAt === null && onboardingSteps(caller).length > 0,
    impersonated_until: caller.impersonation?.until.toISOString() ?? null,
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
  };
}

const toGrids = ({ campaigns = null, breakdown = null }: Partial<GridLayouts>): GridLayouts => ({
  campaigns,
  breakdown,
});

/** Null restores the usual layout. */
export async function updateGrid(
  db: Database,
  userId: number,
  grid: GridName,
  layout: GridLayout | null,
): Promise<GridLayouts> {
  const [user] = await db
    .update(users)
    .set({ grids: sql`jsonb_set(${users.grids}, array[${grid}::text], ${JSON.stringify(layout)}::jsonb)` })
    .where(eq(users.id, userId))
    .returning({ grids: users.grids });
  if (!user) throw new Error(`user ${userId} not found`);
  return toGrids(user.grids);
}

export async function updateUser(db: Database, userId: number, changes: ProfileChanges): Promise<void> {
  const { name, locale, timezone, density, week_start: weekStart, shortcuts } = changes;
  // An empty field is stored as null.
  const [phone, company, messenger] = [changes.phone, changes.company, changes.messenger].map((text) =>
    text === '' ? null : text,
  );
  const set = { name, locale, timezone, density, weekStart, shortcuts, phone, company, messenger };
  if (Object.values(set).every((value) => value === undefined)) return;
  await db.update(users).set(set).where(eq(users.id, userId));
}

const calendarByUserId = prepared('calendar_by_user', (db) =>
  db
    .select({ timezone: users.timezone, weekStart: users.weekStart })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
);

export async function getCalendarByUserId(
  db: Database,
  userId: number,
): Promise<{ timezone: string; weekStart: WeekStart }> {
  const [user] = await calendarByUserId(db, { userId });
  if (!user) throw new Error(`user ${userId} not found`);
  return user;
}
