import { ROLES } from '@poklik/contract/roles';
import { calendarMonth } from '@poklik/domain/tariffs/quota';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { billingDetails } from '../../stores/tables/billing.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { accountUsage, customerTags, limitOverrides } from '../../stores/tables/customers/customers.ts';
import { ledgerBalances, ledgerJournals, ledgerPostings } from '../../stores/tables/ledger.ts';
import { subscriptionHistory, subscriptions } from '../../stores/tables/subscriptions.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';

/** Balances, plans and usage belong to accounts, so only their owners have them. */
export const isCustomer: SQL = and(eq(teamMembers.role, 'OWNER'), ne(users.role, ROLES.SUPER_ADMIN)) ?? sql`false`;

/** What the subscription is worth in a year, as the overview counts it. */
const yearlyValue = sql`(case ${subscriptions.status} when 'ended' then 0 else (select h.arr_minor from ${subscriptionHistory} h
    where h.account_id = ${subscriptions.accountId} order by h.version desc limit 1) end)`;

const revenue = sql`(select coalesce(sum(p.amount_minor), 0) from ${ledgerPostings} p join ${ledgerJournals} j on j.id = p.journal_id
    where j.account_id = ${users.accountId} and p.account = 'revenue')`;

const campaignCount = sql`(select count(*) from ${campaigns} where ${campaigns.accountId} = ${users.accountId}
    and ${campaigns.deletedAt} is null and ${campaigns.status} <> 'archived')`;

/** Null until the events of this month are copied; then accounts without a row of this month have none. */
const eventsOf = (now: Date): SQL => {
  const { month } = calendarMonth(now);
  return sql`case when ${accountUsage.month} = ${month} then ${accountUsage.events}
    when exists (select 1 from account_usage copied where copied.month = ${month}) then 0 end`;
};

export const eventsLimit = sql`case when ${limitOverrides.until} > now() then coalesce(${limitOverrides.events}, ${tariffs.eventsLimit}) else ${tariffs.eventsLimit} end`;

const lastActivity = sql`greatest(${accountUsage.lastActivityAt}, ${users.lastLoginAt})`;

const whole = (expression: SQL): SQL<number> => expression.mapWith(Number);
const minor = (expression: SQL): SQL<bigint> => sql`(${expression})::bigint`.mapWith(BigInt);

/** One column per figure; the tables are joined by `users.repo.ts`. */
export const figureColumns = (now: Date) => ({
  isCustomer: sql<boolean>`${isCustomer}`,
  mrr: minor(sql`round(coalesce(${yearlyValue}, 0) / 12.0)`),
  revenue: minor(revenue),
  balance: minor(sql`coalesce(${ledgerBalances.availableMinor}, 0)`),
  currency: accounts.currency,
  events: sql<number | null>`${eventsOf(now)}`.mapWith(accountUsage.events),
  eventsLimit: sql<number | null>`${eventsLimit}`.mapWith(tariffs.eventsLimit),
  campaigns: whole(campaignCount),
  lastActivityAt: sql<Date | null>`${lastActivity}`.mapWith(users.createdAt),
  country: billingDetails.country,
  tags: sql<
    string[]
  >`array(select ${customerTags.tag} from ${customerTags} where ${customerTags.accountId} = ${users.accountId} order by 1)`,
  isPastDue: sql<boolean>`coalesce(${subscriptions.status} = 'past_due', false)`,
});

export const figureSorts = (now: Date) => ({
  mrr: sql`coalesce(${yearlyValue}, 0)`,
  revenue,
  balance: sql`coalesce(${ledgerBalances.availableMinor}, 0)`,
  // Unknown ones come after those without events.
  events: sql`coalesce(${eventsOf(now)}, -1)`,
  campaigns: campaignCount,
  last_activity_at: sql`coalesce(${lastActivity}, 'epoch')`,
});

export interface FigureFilter {
  tariff?: string | undefined;
  country?: string | undefined;
  tag?: string | undefined;
  usage?: '80' | '100' | undefined;
  inactive?: '7' | '30' | '90' | undefined;
  dunning?: 'yes' | 'no' | undefined;
}

/** Conditions about accounts find customers only, so that nobody is counted twice. */
export function matchesFigures(filter: FigureFilter, now: Date): SQL | undefined {
  const { tariff, country, tag, usage, inactive, dunning } = filter;
  const conditions = [
    tariff === undefined ? undefined : eq(accounts.tariffId, Number(tariff)),
    country === undefined ? undefined : eq(billingDetails.country, country),
    tag === undefined
      ? undefined
      : sql`exists (select 1 from ${customerTags} where ${customerTags.accountId} = ${users.accountId} and ${customerTags.tag} = ${tag})`,
    usage === undefined ? undefined : sql`${eventsOf(now)} * 100 >= ${eventsLimit} * ${Number(usage)}::int`,
    inactive === undefined
      ? undefined
      : sql`coalesce(${lastActivity}, ${users.createdAt}) < now() - make_interval(days => ${Number(inactive)}::int)`,
    dunning === undefined
      ? undefined
      : sql`coalesce(${subscriptions.status} = 'past_due', false) = ${dunning === 'yes'}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : and(isCustomer, ...conditions);
}
