import * as z from 'zod/mini';
import { CustomerFilter } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, Timestamp } from './fields.ts';

/** A saved filter of customers, evaluated whenever it is used. */
export const Segment = z.object({
  id: Id,
  name: z.string(),
  filter: CustomerFilter,
  /** How many customers match now. */
  customers: z.int(),
  created_at: Timestamp,
});
export type Segment = z.infer<typeof Segment>;

export const NewSegment = z.object({ name: line(1, 64), filter: CustomerFilter });
export type NewSegment = z.infer<typeof NewSegment>;

export const segmentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/segments',
    access: 'users:read',
    summary: 'Lists segments with the number of customers that match now.',
    response: z.object({ data: z.array(Segment) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/segments',
    access: 'users:write',
    summary: 'Saves a filter of customers as a segment.',
    body: NewSegment,
    status: 201,
    response: z.object({ data: Segment }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/segments/{id}',
    access: 'users:write',
    summary: 'Renames a segment or replaces its filter.',
    params: IdParams,
    body: NewSegment,
    response: z.object({ data: Segment }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/segments/{id}',
    access: 'users:write',
    summary: 'Deletes a segment. Its customers aren’t affected.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
};
