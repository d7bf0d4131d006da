import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

export const AuditEntry = z.object({
  id: Id,
  created_at: Timestamp,
  /** Noun and event: `password.changed`. */
  action: z.string(),
  /** The subject: `campaign:12`. */
  entity: z.string(),
  /** The actor. Customers don't see the names of the operator's staff. */
  by: z.enum(['you', 'member', 'support', 'system']),
  /** For members; the operator also sees other users. */
  name: z.nullable(z.string()),
  /** True when staff acted while impersonating a member of the account. */
  in_your_name: z.boolean(),
  ip: z.nullable(z.string()),
  details: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/activity',
    access: 'security:read',
    summary: 'Lists account activity, newest first. Owners see everything, members only what concerns them.',
    query: z.object(pageQuery(['created_at'])),
    response: page(AuditEntry),
  }),
};
