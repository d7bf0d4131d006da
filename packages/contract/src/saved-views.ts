import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, Timestamp } from './fields.ts';
import { GridLayout } from './grid-layouts.ts';

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** The query string of the screen. */
  search: z.string(),
  /** Columns and color rules of the table; null for those of the reader. */
  layout: z.nullable(GridLayout),
  /** Whether everyone in the account can open it. */
  is_shared: z.boolean(),
  /** Whether it is the caller's, who alone can replace or delete it. */
  is_own: z.boolean(),
  created_at: Timestamp,
});
export type SavedView = z.infer<typeof SavedView>;

export const NewSavedView = z.object({
  name: line(1, 64),
  search: z.string().check(z.maxLength(4_000), z.regex(/^[^\s\p{Cc}\p{Cs}]*$/u)),
  layout: z._default(z.nullable(GridLayout), null),
  is_shared: z._default(z.boolean(), false),
});
export type NewSavedView = z.input<typeof NewSavedView>;

/** Saved reports of statistics. */
export const savedReportsApi = {
  views: endpoint({
    method: 'GET',
    path: '/statistics/views',
    access: 'statistics:read',
    summary: 'Lists your saved reports and those shared in the account.',
    response: z.object({ data: z.array(SavedView) }),
  }),
  saveView: endpoint({
    method: 'POST',
    path: '/statistics/views',
    access: 'statistics:read',
    summary: 'Saves a report. Your report with the same name is replaced.',
    body: NewSavedView,
    status: 201,
    response: z.object({ data: SavedView }),
    errors: ['invalid_request'],
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/statistics/views/{id}',
    access: 'statistics:read',
    summary: 'Deletes your saved report.',
    params: IdParams,
    response: Done,
  }),
};
