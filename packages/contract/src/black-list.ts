import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, line, PathNumber, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

/** `exclude`: redirected, but not counted, not billed and unable to convert. `block`: 403. Neither affects routing. */
export const BLACK_LIST_ACTIONS = ['exclude', 'block'] as const;
export const BlackListAction = z.enum(BLACK_LIST_ACTIONS);
export type BlackListAction = z.infer<typeof BlackListAction>;

export const ADD_BATCH_MAX = 10_000;
const BYTES_MAX = 1024 * 1024;

export const BlackListEntry = z.object({
  id: Id,
  /** An address or CIDR range, normalized. */
  ip: z.string(),
  action: BlackListAction,
  /** Null for all campaigns. */
  campaign: z.nullable(z.object({ id: Id, name: z.string() })),
  comment: z.string(),
  /** Null while the analytics database is unavailable. */
  hits: z.nullable(z.int()),
  last_hit_at: z.nullable(Timestamp),
  created_at: Timestamp,
});
export type BlackListEntry = z.infer<typeof BlackListEntry>;

export const BLACK_LIST_REJECTIONS = ['not_an_address', 'too_wide', 'limit_reached'] as const;

export const BLACK_LIST_WARNINGS = ['own_address', 'wide_range', 'covers_existing', 'action_changed'] as const;

/** The result for each submitted line. */
export const BlackListReport = z.object({
  added: z.array(BlackListEntry),
  /** Already covered by an existing entry or another line. */
  merged: z.array(z.object({ ip: z.string(), covered_by: z.string() })),
  refused: z.array(z.object({ text: z.string(), line: z.int(), reason: z.enum(BLACK_LIST_REJECTIONS) })),
  /** Added, with a warning. */
  warnings: z.array(z.object({ ip: z.string(), reason: z.enum(BLACK_LIST_WARNINGS) })),
});
export type BlackListReport = z.infer<typeof BlackListReport>;

const AddressText = z.string().check(z.minLength(1), z.maxLength(BYTES_MAX));
const Comment = line(0, 200);

/** Text with one address per line or separated by commas, or a list. */
const Addresses = z.union([
  AddressText,
  z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(ADD_BATCH_MAX)),
]);

export const NewBlackListEntries = z.object({
  ip_addresses: Addresses,
  action: z._default(BlackListAction, 'exclude'),
  campaign_id: z._default(z.nullable(Id), null),
  comment: z._default(Comment, ''),
});
export type NewBlackListEntries = z.infer<typeof NewBlackListEntries>;

/** The form's values: the text as typed and the campaign as a select option. */
export const BlackListForm = z.object({
  ip_addresses: AddressText,
  action: BlackListAction,
  campaign_id: z.string(),
  comment: Comment,
});
export type BlackListForm = z.infer<typeof BlackListForm>;

export const blackListApi = {
  list: endpoint({
    method: 'GET',
    path: '/black_list_ips',
    access: 'black_list:read',
    summary: 'Lists IP addresses and ranges whose clicks are excluded or blocked.',
    query: z.object({
      ...pageQuery(['ip', 'action', 'hits', 'last_hit_at', 'created_at']),
      /** Part of an entry or its comment; a full address also finds the ranges that cover it. */
      search: z.optional(line(0, 64)),
      action: z.optional(BlackListAction),
      company_id: z.optional(PathNumber),
    }),
    response: z.extend(page(BlackListEntry), {
      limits: z.object({ used: z.int(), max: z.nullable(z.int()) }),
      /** The caller's own IP, so the screen can warn before they block themselves. */
      own_ip: z.string(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/black_list_ips',
    access: 'black_list:write',
    summary: 'Adds IP addresses in bulk and returns the result for each.',
    body: NewBlackListEntries,
    bodyBytesMax: BYTES_MAX,
    status: 201,
    response: z.object({ data: BlackListReport }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/black_list_ips',
    access: 'black_list:write',
    summary: 'Removes entries by ID.',
    body: z.object({ ip_address_ids: z.array(Id).check(z.minLength(1), z.maxLength(ADD_BATCH_MAX)) }),
    response: Done,
  }),
};
