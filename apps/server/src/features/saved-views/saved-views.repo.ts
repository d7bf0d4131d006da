import type { GridLayout } from '@poklik/contract/grid-layouts';
import { and, asc, eq, or } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { savedViews } from '../../stores/tables/statistics.ts';

export type SavedViewRow = typeof savedViews.$inferSelect;
export type ViewScreen = SavedViewRow['screen'];

export interface ViewOwner {
  accountId: number;
  userId: number;
}

const ownedBy = ({ accountId, userId }: ViewOwner, screen: ViewScreen) =>
  and(eq(savedViews.accountId, accountId), eq(savedViews.userId, userId), eq(savedViews.screen, screen));

/** Own views and those that others in the account share. */
export const listViews = (db: Database, owner: ViewOwner, screen: ViewScreen): Promise<SavedViewRow[]> =>
  db
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.accountId, owner.accountId),
        eq(savedViews.screen, screen),
        or(eq(savedViews.userId, owner.userId), savedViews.isShared),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id));

export const countViews = (db: Database, owner: ViewOwner, screen: ViewScreen): Promise<number> =>
  db.$count(savedViews, ownedBy(owner, screen));

interface NewView {
  name: string;
  search: string;
  layout: GridLayout | null;
  isShared: boolean;
}

/** Replaces the owner's view of the same name. */
export async function upsertView(
  db: Database,
  { accountId, userId }: ViewOwner,
  screen: ViewScreen,
  { name, ...shown }: NewView,
): Promise<SavedViewRow> {
  const [row] = await db
    .insert(savedViews)
    .values({ accountId, userId, screen, name, ...shown })
    .onConflictDoUpdate({ target: [savedViews.userId, savedViews.screen, savedViews.name], set: shown })
    .returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

export const removeView = async (db: Database, owner: ViewOwner, screen: ViewScreen, id: number): Promise<boolean> =>
  (
    await db
      .delete(savedViews)
      .where(and(ownedBy(owner, screen), eq(savedViews.id, id)))
      .returning({ id: savedViews.id })
  ).length > 0;
