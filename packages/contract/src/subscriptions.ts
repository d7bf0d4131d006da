import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, line, PathNumber, Timestamp } from './fields.ts';
import { SubscriptionTerms } from './subscription-terms.ts';

const Usage = z.object({ used: z.int(), limit: z.nullable(z.int()) });

export const Subscription = z.extend(SubscriptionTerms, {
  usage: z.object({
    /** Billable clicks and conversions of the calendar month in UTC; null while the analytics database is unavailable. */
    events: z.object({
      used: z.nullable(z.int()),
      limit: z.nullable(z.int()),
      /** When the limit will be reached at the current rate; null if it won't. */
      exhausted_at: z.nullable(Timestamp),
      resets_at: Timestamp,
    }),
    campaigns: Usage,
    seats: Usage,
    blacklist: Usage,
  }),
});
export type Subscription = z.infer<typeof Subscription>;

export const subscriptionsApi = {
  get: endpoint({
    method: 'GET',
    path: '/subscription',
    access: 'tariffs:read',
    summary: 'Returns the account’s plan, its usage and any scheduled change.',
    response: z.object({ data: Subscription }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/users/{user_id}/assign-tariff/{tariff_id}',
    access: 'tariffs:write',
    summary: 'Assigns a plan to a user’s account, free of charge and with no end date.',
    params: z.object({ user_id: PathNumber, tariff_id: PathNumber }),
    body: z._default(z.object({ reason: z._default(line(0, 500), '') }), { reason: '' }),
    response: Done,
    errors: ['not_found'],
  }),
};
