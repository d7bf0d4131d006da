import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, line, paragraphs, WebAddress } from './fields.ts';
import { Currency } from './money.ts';
import { NETWORK_NAME_MAX, SentName, StatusWords } from './networks.ts';

const nullableText = z.nullable(z.string());
export const NetworkTemplate = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  docs_url: nullableText,
  click_param: nullableText,
  /** What the network puts into its postback, by field. */
  macros: z.object({
    click_id: nullableText,
    payout: nullableText,
    currency: nullableText,
    transaction_id: nullableText,
    status: nullableText,
    type: nullableText,
  }),
  statuses: StatusWords,
  default_currency: nullableText,
  notes: z.string(),
  /** Whether the network's documentation was read. If not, check with the network. */
  is_verified: z.boolean(),
  /** Parts of a verified template that the documentation does not show. */
  unverified_fields: z.array(z.string()),
  /** Came with the program; the others are the operator's. */
  is_shipped: z.boolean(),
  /** A shipped one that the operator changed. */
  is_changed: z.boolean(),
  is_hidden: z.boolean(),
});
export type NetworkTemplate = z.infer<typeof NetworkTemplate>;

/** Templates that the operator adds to those that came with the program. */
export const NETWORK_TEMPLATES_MAX = 200;

/** As the network writes it, in brackets of any kind or without; in an address it must not end the value. */
const NetworkMacro = z.string().check(z.trim(), z.regex(/^[!#-%(-;=@A-Z[\]^_a-z{|}~<>]{1,64}$/, 'network_macro'));
const Macro = z._default(z.nullable(NetworkMacro), null);

export const NetworkTemplateBody = z.object({
  name: line(2, NETWORK_NAME_MAX),
  docs_url: z._default(z.nullable(WebAddress), null),
  click_param: z._default(z.nullable(SentName), null),
  macros: z.object({
    click_id: Macro,
    payout: Macro,
    currency: Macro,
    transaction_id: Macro,
    status: Macro,
    type: Macro,
  }),
  statuses: z._default(StatusWords, []),
  default_currency: z._default(z.nullable(Currency), null),
  notes: z._default(paragraphs(0, 2000), ''),
  /** Customers don't see it; networks that were made from it stay as they are. */
  is_hidden: z._default(z.boolean(), false),
});
export type NetworkTemplateBody = z.infer<typeof NetworkTemplateBody>;

const TemplateParams = z.object({ template_code: z.string().check(z.regex(/^[a-z0-9_-]{1,64}$/)) });

export const networkTemplatesApi = {
  templates: endpoint({
    method: 'GET',
    path: '/networks/templates',
    access: 'networks:read',
    summary: 'Lists the templates of known affiliate networks. Operators also see hidden ones.',
    response: z.object({ data: z.array(NetworkTemplate) }),
  }),
  addTemplate: endpoint({
    method: 'POST',
    path: '/networks/templates',
    access: 'instructions:write',
    summary: 'Adds a template of an affiliate network, for all accounts.',
    body: NetworkTemplateBody,
    status: 201,
    response: z.object({ data: NetworkTemplate }),
  }),
  changeTemplate: endpoint({
    method: 'PUT',
    path: '/networks/templates/{template_code}',
    access: 'instructions:write',
    summary: 'Replaces a template of an affiliate network. Networks that were made from it keep their mapping.',
    params: TemplateParams,
    body: NetworkTemplateBody,
    response: z.object({ data: NetworkTemplate }),
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/networks/templates/{template_code}',
    access: 'instructions:write',
    summary: 'Deletes a template of an affiliate network, or restores a changed one that came with the program.',
    params: TemplateParams,
    response: Done,
    errors: ['forbidden'],
  }),
};
