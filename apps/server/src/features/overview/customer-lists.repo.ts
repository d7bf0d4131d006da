import type { CustomerList } from '@poklik/contract/overview-business';
import type { SortOrder } from '@poklik/contract/paging';
import { ROLES } from '@poklik/contract/roles';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { mailbox } from '../../stores/tables/users.ts';
import type { Moments } from './business.repo.ts';

/** What a list is about: the period, and accounts that the analytics database named. */
export interface ListScope extends Moments {
  accountIds: readonly number[];
}

/** Each query returns accounts with an amount, and since when it is so. */
type ListQuery = (scope: ListScope) => SQL;

const NO_AMOUNT = sql`null::numeric as amount`;

/** The recurring revenue of a year, now. */
const arrOf = (account: SQL): SQL =>
  sql`(select h.arr_minor::numeric from subscription_history h where h.account_id = ${account} order by h.version desc limit 1)`;

const signedUp =
  (condition: SQL): ListQuery =>
  ({ from, until }) =>
    sql`
    select a.id as account_id, ${NO_AMOUNT}, a.created_at as since
    from accounts a join team_members m on m.account_id = a.id and m.role = 'OWNER' join users u on u.id = m.user_id
    where u.role = ${ROLES.USER} and a.created_at >= ${from} and a.created_at < ${until} and ${condition}`;

/** Accounts in an array parameter; empty if nothing is known of clicks. */
const isNamed = (account: SQL, { accountIds }: ListScope): SQL =>
  sql`${account} = any(${sql.param(`{${accountIds.join()}}`)}::bigint[])`;

const running = (condition: SQL): SQL => sql`
  select s.account_id, ${arrOf(sql`s.account_id`)} as amount, s.updated_at as since
  from subscriptions s where ${condition} and ${arrOf(sql`s.account_id`)} > 0`;

const trialsThat = (condition: SQL): SQL =>
  sql`select t.account_id, ${NO_AMOUNT}, t.started_at as since from trials t where ${condition}`;

const charges = (condition: SQL): SQL => sql`
  select i.account_id, i.total_minor::numeric as amount, p.created_at as since
  from invoices i join lateral (
    select * from payments where invoice_id = i.id and attempt is not null order by attempt desc limit 1) p on true
  where i.status = 'open' and ${condition}`;

/** Addresses of local networks don't identify anyone. */
const LOCAL_NETWORKS = '{10.0.0.0/8,127.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7,fe80::/10}';

const SIGN_UP = sql`
  select u.account_id, u.created_at, u.email, case
    when u.sign_up_ip is null or u.sign_up_ip !~ '^[0-9a-f.:]+$' or u.sign_up_ip::inet <<= any (${LOCAL_NETWORKS}::inet[]) then null
    when family(u.sign_up_ip::inet) = 4 then network(set_masklen(u.sign_up_ip::inet, 24)) else u.sign_up_ip::cidr end as network
  from users u join team_members m on m.user_id = u.id and m.role = 'OWNER'
  where u.role = ${ROLES.USER} and u.deleted_at is null`;

const QUERIES: Record<CustomerList, ListQuery> = {
  paying: ({ until }) => sql`
    select account_id, sum(change_minor)::numeric as amount, max(at) as since from subscription_history
    where movement is not null and at < ${until} group by account_id having sum(change_minor) > 0`,
  revenue: ({ from, until }) => sql`
    select j.account_id, sum(p.amount_minor)::numeric as amount, max(j.created_at) as since
    from ledger_journals j join ledger_postings p on p.journal_id = j.id and p.account = 'revenue'
    where j.created_at >= ${from} and j.created_at < ${until} group by j.account_id having sum(p.amount_minor) <> 0`,
  signed_up: signedUp(sql`true`),
  verified: signedUp(sql`u.email_verified_at is not null`),
  with_campaign: signedUp(sql`exists (select from campaigns c where c.account_id = a.id)`),
  with_clicks: (scope) => signedUp(isNamed(sql`a.id`, scope))(scope),
  with_conversion: signedUp(sql`exists (select from conversions c where c.account_id = a.id)`),
  paid: signedUp(sql`exists (select from subscription_history h where h.account_id = a.id and h.movement = 'new')`),
  trials_started: ({ from, until }) => trialsThat(sql`t.started_at >= ${from} and t.started_at < ${until}`),
  trials_running: ({ until }) =>
    trialsThat(sql`t.started_at < ${until} and t.ends_at >= ${until} and not exists (
      select from subscription_history h where h.account_id = t.account_id and h.at >= t.started_at and h.at < ${until}
        and not (h.status = 'active' and h.invoice_id is null))`),
  trials_converted: ({ from, until }) =>
    trialsThat(sql`exists (select from subscription_history h where h.account_id = t.account_id and h.movement = 'new'
      and h.at >= ${from} and h.at < ${until} and h.at >= t.started_at and h.at < t.ends_at + interval '30 days')`),
  trial_without_card: () => sql`
    select s.account_id, 0::numeric as amount, s.updated_at as since from subscriptions s
    where s.status = 'active' and s.invoice_id is null and s.ends_at < now() + interval '7 days' and not exists (
      select from payment_methods c where c.account_id = s.account_id and c.confirmed_at is not null and c.removed_at is null
        and c.refusal is null)`,
  past_due: () => running(sql`s.status = 'past_due'`),
  card_expires: () =>
    running(sql`s.status = 'active' and s.ends_at is not null and s.next_tariff_id is null and (
      select max(coalesce(c.expires, '9999-12')) < to_char(s.ends_at at time zone 'UTC', 'YYYY-MM') from payment_methods c
      where c.account_id = s.account_id and c.confirmed_at is not null and c.removed_at is null and c.refusal is null)`),
  cancelling: () =>
    running(
      sql`s.status = 'active' and exists (select from tariffs t where t.id = s.next_tariff_id and t.price_minor = 0)`,
    ),
  clicks_down: (scope) => running(sql`s.status <> 'ended' and ${isNamed(sql`s.account_id`, scope)}`),
  quota_reached: () => sql`
    select account_id, ${NO_AMOUNT}, min(created_at) as since from quota_notices
    where level = 100 and month = to_char(now() at time zone 'UTC', 'YYYY-MM') and opened_at is null group by account_id`,
  charge_failed: () => charges(sql`p.status in ('failed', 'needs_action')`),
  charge_unknown: () => charges(sql`p.status = 'pending' and p.created_at < now() - interval '1 day'`),
  disputed: () => sql`
    select p.account_id, sum(d.amount_minor)::numeric as amount, min(d.created_at) as since
    from disputes d join payments p on p.id = d.payment_id where d.status in ('inquiry', 'open') group by p.account_id`,
  same_person: () => sql`
    with sign_ups as (${SIGN_UP})
    select s.account_id, ${NO_AMOUNT}, s.created_at as since from sign_ups s
    where s.created_at > now() - interval '30 days' and exists (
      select from sign_ups o where o.account_id <> s.account_id and ${mailbox(sql`o.email`)} = ${mailbox(sql`s.email`)})`,
  sign_ups_from_network: () => sql`
    with sign_ups as (select * from (${SIGN_UP}) s where s.created_at > now() - interval '1 day' and s.network is not null)
    select s.account_id, ${NO_AMOUNT}, s.created_at as since from sign_ups s
    where (select count(*) from sign_ups o where o.network = s.network) >= 5`,
  failing_cards: () => sql`
    select account_id, ${NO_AMOUNT}, min(created_at) as since from payments
    where status = 'failed' and created_at > now() - interval '1 day' group by account_id having count(*) >= 5`,
};

/** Every figure about customers is counted from its list. */
const rowsOf = (list: CustomerList, scope: ListScope): SQL => QUERIES[list](scope);

export interface ListTotal {
  count: number;
  /** Of a year in lists about recurring revenue. */
  amountMinor: bigint;
  since: Date | null;
}

export async function getListTotal(db: Database, list: CustomerList, scope: ListScope): Promise<ListTotal> {
  const { rows } = await db.execute<{ count: number; amount: string | null; since: string | null }>(sql`
    select count(*)::int as count, sum(amount) as amount, min(since) as since from (${rowsOf(list, scope)}) l`);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    amountMinor: BigInt(row?.amount ?? 0),
    since: row?.since ? new Date(row.since) : null,
  };
}

export interface ListedCustomer extends Record<string, unknown> {
  userId: number;
  email: string;
  name: string;
  tariff: Record<'ua' | 'ru' | 'en', string> | null;
  createdAt: string;
  amount: string | null;
  /** The sum of this row and those before it, in an order that no sorting changes. */
  running: string | null;
}

export interface ListPosition {
  limit: number;
  offset: number;
  sort: 'email' | 'amount';
  order: SortOrder;
}

export async function listCustomers(
  db: Database,
  list: CustomerList,
  scope: ListScope,
  { limit, offset, sort, order }: ListPosition,
): Promise<ListedCustomer[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const by = sort === 'amount' ? sql`l.amount` : sql`u.email`;
  const { rows } = await db.execute<ListedCustomer>(sql`
    select u.id::int as "userId", u.email, u.name, t.name as tariff, a.created_at as "createdAt", l.amount, l.running
    from (select *, sum(amount) over (order by account_id) as running from (${rowsOf(list, scope)}) listed) l
    join accounts a on a.id = l.account_id
    join team_members m on m.account_id = a.id and m.role = 'OWNER' join users u on u.id = m.user_id
    left join tariffs t on t.id = a.tariff_id
    order by ${by} ${direction} nulls last, u.id limit ${limit} offset ${offset}`);
  return rows;
}
