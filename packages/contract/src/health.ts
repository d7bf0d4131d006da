import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const healthApi = {
  check: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Answers 200 as soon as everything serves, else 503.',
    response: z.object({ status: z.literal('ok') }),
    errors: ['unavailable'],
  }),
};
