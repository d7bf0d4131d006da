import * as z from 'zod/mini';
import { Id, line, Timestamp } from './fields.ts';

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** The query string of the statistics screen. */
  search: z.string(),
  created_at: Timestamp,
});
export type SavedView = z.infer<typeof SavedView>;

export const NewSavedView = z.object({
  name: line(1, 64),
  search: z.string().check(z.maxLength(4_000), z.regex(/^[^\s\p{Cc}\p{Cs}]*$/u)),
});
export type NewSavedView = z.infer<typeof NewSavedView>;
