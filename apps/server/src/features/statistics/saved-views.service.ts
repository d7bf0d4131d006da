import { AppError } from '@poklik/contract/errors';
import type { NewSavedView } from '@poklik/contract/saved-views';
import type { Database } from '../../stores/postgres.ts';
import { countViews, removeView, upsertView, type ViewOwner } from './statistics.repo.ts';

const VIEWS_MAX = 50;

export const saveView = (db: Database, owner: ViewOwner, view: NewSavedView) =>
  db.transaction(async (tx) => {
    const saved = await upsertView(tx, owner, view);
    if ((await countViews(tx, owner)) <= VIEWS_MAX) return saved;
    throw new AppError('invalid_request', { fields: { name: [{ key: 'too_many', values: { max: VIEWS_MAX } }] } });
  });

export async function deleteView(db: Database, owner: ViewOwner, id: number): Promise<void> {
  if (!(await removeView(db, owner, id))) throw new AppError('not_found');
}
