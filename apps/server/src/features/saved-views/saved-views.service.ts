import { AppError } from '@poklik/contract/errors';
import type { NewSavedView, SavedView } from '@poklik/contract/saved-views';
import type { output } from 'zod/mini';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { Database } from '../../stores/postgres.ts';
import {
  countViews,
  listViews,
  removeView,
  type SavedViewRow,
  upsertView,
  type ViewScreen,
} from './saved-views.repo.ts';

const VIEWS_MAX = 50;

interface SavedViewHandlers {
  views: (caller: Caller) => Promise<{ data: SavedView[] }>;
  saveView: (caller: Caller, input: { body: output<typeof NewSavedView> }) => Promise<{ data: SavedView }>;
  removeView: (caller: Caller, input: { params: { id: number } }) => Promise<{ message: string }>;
}

/** The endpoints for the saved views of a screen. */
export function createSavedViewHandlers(db: Database, screen: ViewScreen): SavedViewHandlers {
  return {
    views: async (caller) => ({
      data: (await listViews(db, caller, screen)).map((row) => toSavedView(caller, row)),
    }),
    saveView: async (caller, { body: { is_shared: isShared, ...view } }) => ({
      data: await db.transaction(async (tx) => {
        const saved = await upsertView(tx, caller, screen, { ...view, isShared });
        if ((await countViews(tx, caller, screen)) <= VIEWS_MAX) return toSavedView(caller, saved);
        throw new AppError('invalid_request', { fields: { name: [{ key: 'too_many', values: { max: VIEWS_MAX } }] } });
      }),
    }),
    removeView: async (caller, { params }) => {
      if (!(await removeView(db, caller, screen, params.id))) throw new AppError('not_found');
      return { message: translator(caller.language)('done.view_removed') };
    },
  };
}

const toSavedView = (
  { userId }: Pick<Caller, 'userId'>,
  { id, name, search, layout, isShared, userId: ownerId, createdAt }: SavedViewRow,
): SavedView => ({
  id,
  name,
  search,
  layout,
  is_shared: isShared,
  is_own: ownerId === userId,
  created_at: createdAt.toISOString(),
});
