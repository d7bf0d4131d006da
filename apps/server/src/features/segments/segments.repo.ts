import type { NewSegment } from '@poklik/contract/segments';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { segments } from '../../stores/tables/customers/customers.ts';

export type SegmentRow = typeof segments.$inferSelect;

export const listSegments = (db: Database): Promise<SegmentRow[]> =>
  db.select().from(segments).orderBy(asc(segments.name));

export const findSegment = async (db: Database, id: number): Promise<SegmentRow | null> =>
  (await db.select().from(segments).where(eq(segments.id, id)))[0] ?? null;

export const countSegments = (db: Database): Promise<number> => db.$count(segments);

/** Names are compared without regard to case. */
export const isNameTaken = async (db: Database, name: string, exceptId: number | null): Promise<boolean> =>
  (await db.$count(
    segments,
    and(sql`lower(${segments.name}) = lower(${name})`, exceptId === null ? undefined : ne(segments.id, exceptId)),
  )) > 0;

/** Serializes changes until the transaction ends. */
export const lockSegments = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('segments'))`);

export async function insertSegment(tx: Database, { name, filter }: NewSegment): Promise<SegmentRow> {
  const [row] = await tx.insert(segments).values({ name, filter }).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

export async function updateSegment(
  tx: Database,
  id: number,
  { name, filter }: NewSegment,
): Promise<SegmentRow | null> {
  const [row] = await tx.update(segments).set({ name, filter }).where(eq(segments.id, id)).returning();
  return row ?? null;
}

export const removeSegment = async (tx: Database, id: number): Promise<SegmentRow | null> =>
  (await tx.delete(segments).where(eq(segments.id, id)).returning())[0] ?? null;
