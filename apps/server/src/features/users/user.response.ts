import type { Customer } from '@poklik/contract/customers';
import type { Language } from '@poklik/contract/language';
import { Role } from '@poklik/contract/roles';
import type { ListedUser } from '@poklik/contract/users';
import { fromMinor } from '@poklik/domain/money/amount';
import { lastDayBefore } from '@poklik/domain/tariffs/limits';
import type { AccountDetails } from './account-details.repo.ts';
import type { UserRow } from './users.repo.ts';

export const toListedUser = (row: UserRow, language: Language): ListedUser => {
  const { user, teamRole, twoFactorAt, owner, tariff } = row;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    company: user.company,
    role: Role.parse(user.role),
    status: user.status,
    email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
    team_role: teamRole,
    totp_enabled: twoFactorAt !== null,
    owner: { id: owner.id, email: owner.email },
    tariff: tariff && { id: tariff.id, code: tariff.code, name: tariff.name[language] },
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    customer: toFigures(row.figures),
  };
};

const toFigures = (figures: UserRow['figures']): ListedUser['customer'] =>
  figures.isCustomer
    ? {
        mrr: fromMinor(figures.mrr),
        revenue: fromMinor(figures.revenue),
        balance: fromMinor(figures.balance),
        currency: figures.currency,
        events: figures.events,
        events_limit: figures.eventsLimit,
        campaigns: figures.campaigns,
        last_activity_at: figures.lastActivityAt?.toISOString() ?? null,
        country: figures.country || null,
        tags: figures.tags,
        past_due: figures.isPastDue,
      }
    : null;

export const toCustomer = ({ user }: UserRow, { team, limits, subscription, referrer }: AccountDetails): Customer => ({
  account_id: user.accountId,
  company: user.company,
  phone: user.phone,
  messenger: user.messenger,
  locale: user.locale,
  timezone: user.timezone,
  referred_by: referrer,
  subscription: subscription && {
    status: subscription.status,
    period: subscription.period,
    starts_at: subscription.startsAt.toISOString(),
    ends_at: subscription.endsAt?.toISOString() ?? null,
    grace_until: subscription.graceUntil?.toISOString() ?? null,
  },
  limits: limits && toLimits(limits),
  team: team.map(({ userId, email, role, lastLoginAt, twoFactorAt }) => ({
    user_id: userId,
    email,
    role,
    last_login_at: lastLoginAt?.toISOString() ?? null,
    totp_enabled: twoFactorAt !== null,
  })),
});

const toLimits = (row: NonNullable<AccountDetails['limits']>): Customer['limits'] => ({
  ...{ events: row.events, campaigns: row.campaigns, seats: row.seats },
  ...{ blacklist: row.blacklist, domains: row.domains, reason: row.reason },
  until: lastDayBefore(row.until),
});
