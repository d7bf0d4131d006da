import * as z from 'zod/mini';
import { Id, line, Timestamp } from './fields.ts';
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
