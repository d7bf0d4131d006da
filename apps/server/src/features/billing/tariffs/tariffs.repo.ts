import type { NewTariff } from '@poklik/contract/tariffs';
import { toMinor } from '@poklik/domain/money/amount';
import { FREE_TARIFF, type TariffLimits } from '@poklik/domain/tariffs/limits';
import { and, asc, eq, getTableColumns, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../../stores/postgres.ts';
import { limitOverrides } from '../../../stores/tables/customers/customers.ts';
import { tariffs } from '../../../stores/tables/tariffs.ts';
import { accounts } from '../../../stores/tables/users.ts';
import { activeOverride } from './limit-overrides.repo.ts';

/** Accounts without a tariff are on the free one. */
const accountTariff = sql`${tariffs.id} = coalesce(${accounts.tariffId}, (select free.id from tariffs free where free.code = ${FREE_TARIFF}))`;

const orOverride = (override: AnyPgColumn, own: AnyPgColumn) =>
  sql<number | null>`coalesce(${override}, ${own})`.mapWith((value) => Number(value));

/** Limits of the plan, or those that the operator set for a while. */
export async function findLimits(db: Database, accountId: number): Promise<TariffLimits | null> {
  const [limits] = await db
    .select({
      campaignsMax: orOverride(limitOverrides.campaigns, tariffs.campaignsLimit),
      blackListMax: orOverride(limitOverrides.blacklist, tariffs.blacklistLimit),
      seatsMax: orOverride(limitOverrides.seats, tariffs.seatsLimit),
      domainsMax: orOverride(limitOverrides.domains, tariffs.domainsLimit),
      apiPerMinute: tariffs.apiPerMinute,
    })
    .from(accounts)
    .innerJoin(tariffs, accountTariff)
    .leftJoin(limitOverrides, activeOverride)
    .where(eq(accounts.id, accountId));
  return limits ?? null;
}

const columns = {
  ...getTableColumns(tariffs),
  accounts: sql<number>`(select count(*)::int from accounts holders where holders.tariff_id = tariffs.id)`,
};

/** All tariffs for the operator; available ones and its own for an account. */
export const listTariffs = (db: Database, forAccount: number | null) =>
  db
    .select(columns)
    .from(tariffs)
    .where(
      forAccount === null
        ? undefined
        : or(
            and(eq(tariffs.isPublic, true), eq(tariffs.isArchived, false)),
            sql`${tariffs.id} = (select ${accounts.tariffId} from ${accounts} where ${accounts.id} = ${forAccount})`,
          ),
    )
    .orderBy(asc(tariffs.position), asc(tariffs.id));

export type TariffRow = Awaited<ReturnType<typeof listTariffs>>[number];

export async function findTariff(db: Database, id: number): Promise<TariffRow | null> {
  const [row] = await db.select(columns).from(tariffs).where(eq(tariffs.id, id));
  return row ?? null;
}

export async function getAccountTariff(db: Database, accountId: number): Promise<TariffRow> {
  const [row] = await db
    .select(columns)
    .from(accounts)
    .innerJoin(tariffs, accountTariff)
    .where(eq(accounts.id, accountId));
  if (!row) throw new Error(`account ${accountId} has no tariff`);
  return row;
}

/** The account's tariff, and since when. */
export async function findTariffTerm(db: Database, accountId: number) {
  const [row] = await db
    .select({ tariffId: tariffs.id, tariffSince: accounts.tariffSince })
    .from(accounts)
    .innerJoin(tariffs, accountTariff)
    .where(eq(accounts.id, accountId));
  return row ?? null;
}

export async function getFreeTariff(db: Database): Promise<TariffRow> {
  const [row] = await db.select(columns).from(tariffs).where(eq(tariffs.code, FREE_TARIFF));
  if (!row) throw new Error('free tariff not found');
  return row;
}

export async function isCodeTaken(db: Database, code: string, except: number | null): Promise<boolean> {
  const others = except === null ? undefined : ne(tariffs.id, except);
  return (await db.$count(tariffs, and(eq(tariffs.code, code), others))) > 0;
}

/** From clients that know one language only. */
const inEveryLanguage = (texts: string[] | undefined) => texts && { ua: texts, ru: texts, en: texts };

const toColumns = (tariff: NewTariff) => ({
  code: tariff.code,
  name: tariff.name,
  description: tariff.description,
  priceMinor: toMinor(tariff.price),
  period: tariff.period,
  ...(tariff.price_year === undefined
    ? {}
    : { yearPriceMinor: tariff.price_year === null ? null : toMinor(tariff.price_year) }),
  ...(tariff.overage_price === undefined
    ? {}
    : { overagePriceMinor: tariff.overage_price === null ? null : toMinor(tariff.overage_price) }),
  trialDays: tariff.trial_days,
  trialNeedsCard: tariff.trial_needs_card,
  eventsLimit: tariff.events_limit,
  campaignsLimit: tariff.campaigns_limit,
  seatsLimit: tariff.seats_limit,
  retentionDays: tariff.retention_days,
  apiPerMinute: tariff.api_per_minute,
  blacklistLimit: tariff.blacklist_limit,
  domainsLimit: tariff.domains_limit,
  features: tariff.feature_keys,
  highlights: tariff.highlights ?? inEveryLanguage(tariff.features),
  isPublic: tariff.is_public,
  position: tariff.position,
});

export async function insertTariff(db: Database, tariff: NewTariff): Promise<number> {
  const [row] = await db.insert(tariffs).values(toColumns(tariff)).returning({ id: tariffs.id });
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export const updateTariff = (db: Database, id: number, tariff: NewTariff, isArchived: boolean) =>
  db
    .update(tariffs)
    .set({ ...toColumns(tariff), isArchived })
    .where(eq(tariffs.id, id));

export const archiveTariff = (db: Database, id: number) =>
  db.update(tariffs).set({ isArchived: true }).where(eq(tariffs.id, id));

/** Setting the same tariff again keeps its start date. */
export const setAccountTariff = (db: Database, accountId: number, tariffId: number) =>
  db
    .update(accounts)
    .set({ tariffId, tariffSince: sql`now()` })
    .where(and(eq(accounts.id, accountId), sql`${accounts.tariffId} is distinct from ${tariffId}`));
