import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

/** An email stored on this machine because no SMTP server is set. */
export const OutboxEmail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: Timestamp,
});
export type OutboxEmail = z.infer<typeof OutboxEmail>;

export const outboxApi = {
  list: endpoint({
    method: 'GET',
    path: '/outbox',
    access: 'outbox:read',
    summary: 'Lists emails stored on the server because no mail server is configured, newest first.',
    query: z.object(pageQuery(['created_at'])),
    response: page(OutboxEmail),
  }),
};
