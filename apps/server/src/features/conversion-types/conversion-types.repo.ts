import { NEW_ACCOUNT_TYPES, type TypeSettings } from '@poklik/domain/conversion-types/conversion-types';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { conversionTypes } from '../../stores/tables/conversions.ts';

const COLUMNS = {
  code: conversionTypes.code,
  name: conversionTypes.name,
  isConversion: conversionTypes.isConversion,
  isRevenue: conversionTypes.isRevenue,
  payoutMicro: conversionTypes.payoutMicro,
  currency: conversionTypes.currency,
  dedupeMode: conversionTypes.dedupeMode,
};

const typesOfAccount = prepared('conversion_types_of_account', (db) =>
  db
    .select(COLUMNS)
    .from(conversionTypes)
    .where(eq(conversionTypes.accountId, sql.placeholder('accountId')))
    .orderBy(asc(conversionTypes.position)),
);

/** In their order. An account that never changed its types has the standard ones. */
export async function listTypes(db: Database, accountId: number): Promise<readonly TypeSettings[]> {
  const types = await typesOfAccount(db, { accountId });
  return types.length > 0 ? types : NEW_ACCOUNT_TYPES;
}

/** By account. */
export async function listTypesOfAccounts(
  db: Database,
  accountIds: readonly number[],
): Promise<Map<number, readonly TypeSettings[]>> {
  const ids = [...new Set(accountIds)];
  const rows = await db
    .select({ accountId: conversionTypes.accountId, ...COLUMNS })
    .from(conversionTypes)
    .where(inArray(conversionTypes.accountId, ids))
    .orderBy(asc(conversionTypes.accountId), asc(conversionTypes.position));
  return new Map(
    ids.map((id) => {
      const own = rows.filter(({ accountId }) => accountId === id);
      return [id, own.length > 0 ? own : NEW_ACCOUNT_TYPES];
    }),
  );
}

/** One writer at a time for an account. The lock ends with the transaction. */
export const lockTypes = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('conversion types'), ${accountId}::int)`);

export async function replaceTypes(tx: Database, accountId: number, types: readonly TypeSettings[]): Promise<void> {
  await tx.delete(conversionTypes).where(eq(conversionTypes.accountId, accountId));
  await tx.insert(conversionTypes).values(types.map((type, position) => ({ accountId, ...type, position })));
}
