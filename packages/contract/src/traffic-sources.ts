import * as z from 'zod/mini';
import { CostScale, PARAMS_MAX } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs, Timestamp, WebAddress } from './fields.ts';
import { CampaignParameter, ParameterName, SourceMacro } from './link-parameters.ts';
import { OUTGOING_METHODS } from './outgoing-request.ts';
import { PostbackUrl } from './routing.ts';

/** Own templates of an account, and of the operator. */
export const SOURCES_MAX = 200;

/** What a template fills in: the parameters of the link and the source's own postback. */
const template = {
  name: line(1, 100),
  docs_url: z._default(z.nullable(WebAddress), null),
  params: z._default(z.array(CampaignParameter).check(z.maxLength(PARAMS_MAX)), []),
  external_id_param: z._default(z.nullable(ParameterName), null),
  external_id_macro: SourceMacro,
  cost_param: z._default(z.nullable(ParameterName), null),
  cost_macro: SourceMacro,
  cost_scale: z._default(CostScale, 'unit'),
  /** The URL that the source gives for conversions. Null if it has none. */
  outgoing_url: z._default(z.nullable(PostbackUrl), null),
  outgoing_method: z._default(z.enum(OUTGOING_METHODS), 'GET'),
  notes: z._default(paragraphs(0, 1000), ''),
};

/** An ad platform, with the URL parameters that it fills in. */
export const TrafficSource = z.object({
  ...template,
  id: Id,
  /** Campaigns and reports keep it. */
  code: z.string(),
  /** False: nobody compared it with the source's documentation. */
  is_verified: z.boolean(),
  /** Parts of a verified template that its documentation doesn't show. */
  unverified: z.array(z.string()),
  /** Grows with every change. */
  revision: z.int(),
  /** Belongs to the account; the others are the operator's. */
  is_own: z.boolean(),
  /** Came with the program. */
  is_shipped: z.boolean(),
  is_hidden: z.boolean(),
  updated_at: Timestamp,
});
export type TrafficSource = z.infer<typeof TrafficSource>;

/** Every link parameter has one meaning. */
export const TrafficSourceBody = z.object({ ...template, is_hidden: z._default(z.boolean(), false) }).check(
  z.refine(
    ({ params, cost_param, external_id_param }) => {
      const names = [
        ...params.map(({ name }) => name),
        ...[cost_param, external_id_param].filter((name) => name !== null),
      ];
      return new Set(names).size === names.length && new Set(params.map(({ sub }) => sub)).size === params.length;
    },
    { path: ['params'], error: 'parameter_repeated' },
  ),
);
export type TrafficSourceBody = z.infer<typeof TrafficSourceBody>;

export const trafficSourcesApi = {
  list: endpoint({
    method: 'GET',
    path: '/traffic_sources',
    access: 'campaigns:read',
    summary: 'Lists traffic source templates: the operator’s and the account’s own. Operators also see hidden ones.',
    response: z.object({ data: z.array(TrafficSource) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/traffic_sources',
    access: 'connections:write',
    summary: 'Adds a traffic source template. Templates of operators are for all accounts.',
    body: TrafficSourceBody,
    status: 201,
    response: z.object({ data: TrafficSource }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/traffic_sources/{id}',
    access: 'connections:write',
    summary: 'Replaces a traffic source template. Campaigns keep their copy.',
    params: IdParams,
    body: TrafficSourceBody,
    response: z.object({ data: TrafficSource }),
    errors: ['forbidden'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/traffic_sources/{id}',
    access: 'connections:write',
    summary: 'Deletes a traffic source template. Those that came with the program can only be hidden.',
    params: IdParams,
    response: Done,
    errors: ['forbidden'],
  }),
};
