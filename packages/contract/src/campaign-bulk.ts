import * as z from 'zod/mini';
import { Id, line } from './fields.ts';

export const TAG_MAX = 32;
export const Tag = line(1, TAG_MAX);
/** A single tag, as typed. */
export const NewTag = z.object({ tag: Tag });

export const BulkAction = z.enum(['activate', 'pause', 'archive', 'delete', 'add_tag', 'remove_tag']);
export type BulkAction = z.infer<typeof BulkAction>;

export const BULK_MAX = 500;
export const BulkChange = z
  .object({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(BULK_MAX)),
    action: BulkAction,
    /** For adding and removing a tag. */
    tag: z.optional(Tag),
  })
  .check(
    z.refine(({ action, tag }) => tag !== undefined || !action.endsWith('_tag'), {
      path: ['tag'],
      error: 'tag_missing',
    }),
  );
export type BulkChange = z.infer<typeof BulkChange>;
