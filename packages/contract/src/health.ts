import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';

const Ok = z.object({ status: z.literal('ok') });

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/live',
    access: 'public',
    summary: 'Liveness: answers 200 while the process answers at all.',
    response: Ok,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary:
      'Readiness: 200 while a tracker redirects and records clicks, or an api without a tracker reaches its database; else 503. For load balancers.',
    response: Ok,
    errors: ['unavailable'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Answers 200 as soon as everything serves, else 503 with what does not in `errors`.',
    response: Ok,
    errors: ['unavailable'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/health/statistics',
    access: 'public',
    summary: 'How fresh statistics are. Redirects and the recording of clicks do not depend on it.',
    response: z.object({
      /** All events before this time are counted; null when unknown. */
      complete_until: z.nullable(Timestamp),
      /** `behind`: a backlog is being processed; `unavailable`: the analytics database is down or has no tables yet. */
      state: z.enum(['current', 'behind', 'unavailable']),
    }),
  }),
};
