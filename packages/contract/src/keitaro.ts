import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, IdParams } from './fields.ts';

/** Keitaro's addresses for costs, because tools send them nowhere else. Names and answers are Keitaro's. */
export const KEITARO_PREFIX = '/admin_api/v1';

export const KeitaroError = z.object({ error: z.string() });

const number = z.union([z.string(), z.number()]);

/** Checked as a cost entry. */
const CostUpdate = z.object({
  start_date: z.string(),
  end_date: z.string(),
  timezone: z.optional(z.string()),
  cost: number,
  currency: z.optional(z.string()),
  only_campaign_uniques: z._default(z.union([z.boolean(), z.literal([0, 1])]), false),
  /** Dimensions, parameter names or `sub_id_1`…, with the values that clicks must have. PHP sends an empty array for none. */
  filters: z._default(
    z.union([z.record(z.string(), z.union([number, z.array(number)])), z.array(z.never()), z.null()]),
    {},
  ),
});
export type CostUpdate = z.infer<typeof CostUpdate>;

export const keitaroApi = {
  campaigns: endpoint({
    method: 'GET',
    path: '/campaigns',
    access: 'costs:write',
    summary: 'Lists campaigns as Keitaro does; tools check their key with it.',
    response: z.array(z.object({ id: Id, alias: z.string(), name: z.string(), state: z.enum(['active', 'disabled']) })),
  }),
  updateCosts: endpoint({
    method: 'POST',
    path: '/campaigns/{id}/update_costs',
    access: 'costs:write',
    summary: 'Sets the cost of a campaign as Keitaro does. The last one for the same start and filters counts.',
    params: IdParams,
    body: CostUpdate,
    response: z.object({ success: z.literal(true) }),
    errors: ['forbidden'],
  }),
};
