import type { InstructionBody } from '@poklik/contract/instructions';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { instructions } from '../../stores/tables/instructions.ts';

export type InstructionRow = typeof instructions.$inferSelect;

const notDeleted = (...conditions: (SQL | undefined)[]) => and(isNull(instructions.deletedAt), ...conditions);

export const listInstructions = (db: Database, only: { published: boolean }): Promise<InstructionRow[]> =>
  db
    .select()
    .from(instructions)
    .where(notDeleted(only.published ? eq(instructions.isPublished, true) : undefined))
    .orderBy(asc(instructions.position), asc(instructions.id));

export const listSlugs = (db: Database) =>
  db.select({ id: instructions.id, slug: instructions.slug, deletedAt: instructions.deletedAt }).from(instructions);

const columnsOf = ({ has_check: hasCheck, is_published: isPublished, ...body }: InstructionBody) => ({
  ...body,
  hasCheck,
  isPublished,
});

export async function insertInstruction(
  db: Database,
  body: InstructionBody,
  editedById: number,
): Promise<InstructionRow | undefined> {
  const last = sql<number>`(select coalesce(max(${instructions.position}), 0) + 1 from ${instructions})`;
  const [row] = await db
    .insert(instructions)
    .values({ ...columnsOf(body), position: last, editedById })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function updateInstruction(
  db: Database,
  id: number,
  body: InstructionBody,
  editedById: number,
): Promise<InstructionRow | undefined> {
  const [row] = await db
    .update(instructions)
    .set({ ...columnsOf(body), editedById, updatedAt: sql`now()` })
    .where(notDeleted(eq(instructions.id, id)))
    .returning();
  return row;
}

/** Sets all positions in one statement. */
export const updatePositions = (db: Database, ids: readonly number[]) =>
  db.execute(sql`update ${instructions} set position = wanted.position
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as wanted(id, position)
    where ${instructions.id} = wanted.id::bigint`);

export async function removeInstruction(db: Database, id: number): Promise<boolean> {
  const removed = await db
    .update(instructions)
    .set({ deletedAt: sql`now()` })
    .where(notDeleted(eq(instructions.id, id)))
    .returning({ id: instructions.id });
  return removed.length === 1;
}

/** Adds or updates a built-in guide, unless the operator edited or deleted it. */
export const upsertBuiltInInstruction = (db: Database, body: InstructionBody, position: number) =>
  db
    .insert(instructions)
    .values({ ...columnsOf(body), position })
    .onConflictDoUpdate({
      target: instructions.slug,
      set: {
        category: body.category,
        title: body.title,
        body: body.body,
        hasCheck: body.has_check,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${instructions.editedById} is null and ${instructions.deletedAt} is null
        and (${instructions.title}, ${instructions.body}) is distinct from (excluded.title, excluded.body)`,
    });
