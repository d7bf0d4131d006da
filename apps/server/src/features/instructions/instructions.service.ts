import { AppError, invalidField } from '@poklik/contract/errors';
import type { InstructionBody } from '@poklik/contract/instructions';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import {
  type InstructionRow,
  insertInstruction,
  listInstructions,
  listSlugs,
  removeInstruction,
  updateInstruction,
  updatePositions,
} from './instructions.repo.ts';

type Author = Pick<Caller, 'userId'>;

/** Serializes edits, so that positions stay in order and slugs unique. */
const withInstructionsLock = <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table instructions in share row exclusive mode`);
    return work(tx);
  });

const slugTakenError = () => invalidField('slug', 'slug_taken');

export const addInstruction = (db: Database, author: Author, body: InstructionBody): Promise<InstructionRow> =>
  withInstructionsLock(db, async (tx) => {
    const row = await insertInstruction(tx, body, author.userId);
    if (!row) throw slugTakenError();
    return row;
  });

export const editInstruction = (
  db: Database,
  author: Author,
  id: number,
  body: InstructionBody,
): Promise<InstructionRow> =>
  withInstructionsLock(db, async (tx) => {
    const all = await listSlugs(tx);
    if (!all.some((each) => each.id === id && each.deletedAt === null)) throw new AppError('not_found');
    if (all.some((each) => each.slug === body.slug && each.id !== id)) throw slugTakenError();
    const row = await updateInstruction(tx, id, body, author.userId);
    if (!row) throw new AppError('not_found');
    return row;
  });

/** Ignores unknown ids. */
export const reorderInstructions = (db: Database, ids: readonly number[]): Promise<InstructionRow[]> =>
  withInstructionsLock(db, async (tx) => {
    const all = await listInstructions(tx, { published: false });
    const first = [...new Set(ids)].filter((id) => all.some((row) => row.id === id));
    const rest = all.map(({ id }) => id).filter((id) => !first.includes(id));
    await updatePositions(tx, [...first, ...rest]);
    return listInstructions(tx, { published: false });
  });

export async function deleteInstruction(db: Database, id: number): Promise<void> {
  if (!(await removeInstruction(db, id))) throw new AppError('not_found');
}
