import { and, asc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { trafficSourceTemplates as templates } from '../../stores/tables/traffic-sources.ts';

export type TrafficSourceRow = typeof templates.$inferSelect;
export type NewTrafficSourceRow = typeof templates.$inferInsert;
type Account = Pick<AccountScope, 'accountId'>;

/** The operator's and the account's own. */
const isReadable = ({ accountId }: Account): SQL | undefined =>
  or(isNull(templates.accountId), eq(templates.accountId, accountId));

/** Own ones first, then the operator's in the order in which they were added. */
export const listSources = (db: Database, account: Account): Promise<TrafficSourceRow[]> =>
  db
    .select()
    .from(templates)
    .where(isReadable(account))
    .orderBy(sql`${templates.accountId} is null`, asc(templates.id));

/** Hidden ones too, because campaigns may still have their code. */
export async function listSourceNames(db: Database, account: Account): Promise<Map<string, string>> {
  const rows = await db
    .select({ code: templates.code, name: templates.name })
    .from(templates)
    .where(isReadable(account));
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Codes of the templates whose name contains the text. */
export async function findSourceCodes(db: Database, account: Account, text: string): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .select({ code: templates.code })
    .from(templates)
    .where(and(isReadable(account), ilike(templates.name, pattern)));
  return rows.map(({ code }) => code);
}

export async function findSource(db: Database, account: Account, id: number): Promise<TrafficSourceRow | undefined> {
  const [row] = await db
    .select()
    .from(templates)
    .where(and(isReadable(account), eq(templates.id, id)))
    .for('update');
  return row;
}

export async function insertSource(db: Database, row: NewTrafficSourceRow): Promise<TrafficSourceRow> {
  const [added] = await db.insert(templates).values(row).returning();
  return added as TrafficSourceRow;
}

export async function updateSource(
  db: Database,
  id: number,
  change: Partial<NewTrafficSourceRow>,
): Promise<TrafficSourceRow> {
  const [row] = await db
    .update(templates)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(templates.id, id))
    .returning();
  return row as TrafficSourceRow;
}

export const removeSource = (db: Database, id: number) => db.delete(templates).where(eq(templates.id, id));

/** Writers of one owner wait for each other, so that codes stay unique. */
export const lockSources = (tx: Database, owner: number | null) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`traffic sources ${owner ?? 'shared'}`}, 0))`);

/** Adds shipped templates and updates those of an older revision, unless the operator changed them. */
export const upsertShippedSources = (db: Database, rows: readonly NewTrafficSourceRow[]) =>
  db
    .insert(templates)
    .values([...rows])
    .onConflictDoUpdate({
      target: [templates.accountId, templates.code],
      set: {
        name: sql`excluded.name`,
        details: sql`excluded.details`,
        revision: sql`${templates.revision} + 1`,
        catalogueRevision: sql`excluded.catalogue_revision`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`not ${templates.isEdited} and ${templates.catalogueRevision} < excluded.catalogue_revision`,
    });
