import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';

const Ok = z.object({ status: z.literal('ok') });

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/live',
    access: 'public',
    summary: 'Liveness check. Returns 200 while the process is running.',
    response: Ok,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary:
      'Readiness check for load balancers. Returns 200 when the tracker can redirect and record clicks (or, for an API role, when its database is reachable), otherwise 503.',
    response: Ok,
    errors: ['unavailable'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Returns 200 when all components are available, otherwise 503 with the unavailable ones in `errors`.',
    response: Ok,
    errors: ['unavailable'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/health/statistics',
    access: 'public',
    summary: 'Returns how up to date statistics are. Redirects and click recording don’t depend on it.',
    response: z.object({
      /** All events before this time are counted; null when unknown. */
      complete_until: z.nullable(Timestamp),
      /** `behind`: a backlog is being processed; `unavailable`: the analytics database is down or has no tables yet. */
      state: z.enum(['current', 'behind', 'unavailable']),
    }),
  }),
};
