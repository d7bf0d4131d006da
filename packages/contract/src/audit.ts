import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

export const AuditEntry = z.object({
  id: Id,
  created_at: Timestamp,
  /** A noun and what became of it: `password.changed`. */
  action: z.string(),
  /** The thing: `campaign:12`. */
  entity: z.string(),
  /** Who did it, as far as the reader needs to know: to customers the staff of the operator stay without a name. */
  by: z.enum(['you', 'member', 'support', 'system']),
  /** Of a member; to the operator of anybody else. */
  name: z.nullable(z.string()),
  /** The staff acted under the name of somebody of the account. */
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
    summary: 'What was done in the account, newest first. The owner sees everything, a member what concerns them.',
    query: z.object(pageQuery(['created_at'])),
    response: page(AuditEntry),
  }),
};
