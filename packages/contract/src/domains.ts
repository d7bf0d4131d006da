import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { URL_MAX } from './routing.ts';

export const DOMAIN_STATUSES = ['pending', 'active', 'failing', 'suspended', 'taken', 'expired'] as const;
export const DomainStatus = z.enum(DOMAIN_STATUSES);
export type DomainStatus = z.infer<typeof DomainStatus>;

/** `given` is a subdomain of the installation's zone, `own` a domain of the customer. */
export const DomainKind = z.enum(['given', 'own']);
export type DomainKind = z.infer<typeof DomainKind>;

/** In the order they are made; each needs the ones before it. */
export const DOMAIN_CHECKS = ['ownership', 'dns', 'reachable', 'certificate'] as const;
export type DomainCheckName = (typeof DOMAIN_CHECKS)[number];

export const DomainCheckState = z.enum(['ok', 'waiting', 'failed']);
export type DomainCheckState = z.infer<typeof DomainCheckState>;

/** What a check found. */
export const DOMAIN_CHECK_CODES = [
  'not_checked',
  'given',
  'cname_found',
  'txt_found',
  'wrong_cname',
  'wrong_txt',
  'cdn_hides_cname',
  'name_not_found',
  'record_missing',
  'serves_another_account',
  'dns_unavailable',
  'zone_not_set_up',
  'points_here',
  'through_cdn',
  'cdn_address',
  'address_elsewhere',
  'aaaa_elsewhere',
  'address_missing',
  'reachable',
  'unreachable',
  'another_server',
  'https_works',
  'no_https',
  'certificate_ordered',
  'certificate_postponed',
  'certificate_failed',
  'certificate_unused',
] as const;
export const DomainCheckCode = z.enum(DOMAIN_CHECK_CODES);
export type DomainCheckCode = z.infer<typeof DomainCheckCode>;

export const DomainCheck = z.object({
  state: DomainCheckState,
  code: DomainCheckCode,
  /** What was found, such as a record or an address. */
  seen: z.nullable(z.string()),
  /** What should be there instead. */
  wanted: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /** The result in the reader's language: what was found and what to change. */
  message: z.string(),
});
export type DomainCheck = z.infer<typeof DomainCheck>;

const DnsRecord = z.object({ name: z.string(), value: z.string() });

/** Where visitors are sent as it is, without macros. */
const PlainUrl = z
  .string()
  .check(z.trim(), z.maxLength(URL_MAX), z.url({ protocol: /^https?$/, error: 'destination_url' }));

/** What `/` answers on the domain. */
export const RootMode = z.enum(['none', 'page', 'redirect']);
export type RootMode = z.infer<typeof RootMode>;

export const ROOT_TEXT_MAX = 2_000;
const rootText = paragraphs(0, ROOT_TEXT_MAX);

const domain = {
  id: Id,
  /** Lower case, in punycode. */
  host: z.string(),
  /** As people write it. */
  name: z.string(),
  kind: DomainKind,
  status: DomainStatus,
  /** Base of the links on this domain, such as https://go.example. */
  url: z.string(),
  is_default: z.boolean(),
  /** The records to set: the CNAME alone, or addresses of this installation and the TXT record. Null for given domains. */
  record: z.nullable(z.object({ cname: DnsRecord, txt: DnsRecord })),
  checks: z.object({ ownership: DomainCheck, dns: DomainCheck, reachable: DomainCheck, certificate: DomainCheck }),
  root_mode: RootMode,
  root_text: z.string(),
  root_url: z.nullable(z.string()),
  not_found_url: z.nullable(z.string()),
  suspended_reason: z.nullable(z.string()),
  /** Campaigns that use it, as their domain or spare domain. */
  campaigns: z.int(),
  created_at: Timestamp,
  verified_at: z.nullable(Timestamp),
  failing_since: z.nullable(Timestamp),
};
export const Domain = z.object(domain);
export type Domain = z.infer<typeof Domain>;

/** For the operator. */
export const AccountDomain = z.object({ ...domain, account: z.object({ id: Id, owner: z.nullable(z.string()) }) });
export type AccountDomain = z.infer<typeof AccountDomain>;

export const NewDomain = z.object({ host: line(1, 253) });

export const DomainSettings = z.object({
  is_default: z.optional(z.boolean()),
  root_mode: z.optional(RootMode),
  root_text: z.optional(rootText),
  root_url: z.optional(z.nullable(PlainUrl)),
  not_found_url: z.optional(z.nullable(PlainUrl)),
});
export type DomainSettings = z.infer<typeof DomainSettings>;

/** An empty field stands for none. */
const PlainUrlInput = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => (text.trim() === '' ? null : text)),
  ),
  z.nullable(PlainUrl),
);

/** The customer's form for a domain. */
export const DomainSettingsForm = z.object({
  root_mode: RootMode,
  root_text: rootText,
  root_url: PlainUrlInput,
  not_found_url: PlainUrlInput,
});

export const SUSPENSION_REASON_MAX = 500;
export const DomainSuspension = z.object({ reason: line(3, SUSPENSION_REASON_MAX) });

export const ALIASES_MAX = 10;
export const Alias = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9_-]{1,64}$/, 'alias'));
export const LinkAlias = z.object({ domain_id: Id, alias: Alias });
export type LinkAlias = z.infer<typeof LinkAlias>;
export const Aliases = z.object({ aliases: z.array(LinkAlias).check(z.maxLength(ALIASES_MAX)) });

export const SWITCH_MAX = 500;
/** Why a campaign was switched to its spare domain or not. */
export const SwitchResult = z.enum(['switched', 'no_spare', 'spare_not_active', 'not_found']);
export type SwitchResult = z.infer<typeof SwitchResult>;

export const domainsApi = {
  list: endpoint({
    method: 'GET',
    path: '/domains',
    access: 'campaigns:read',
    summary: 'Lists the account’s tracking domains with the records to set and the result of every check.',
    response: z.object({ data: z.array(Domain) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/domains',
    access: 'campaigns:write',
    feature: 'domains',
    summary: 'Adds a tracking domain. It’s checked until its DNS records are right.',
    body: NewDomain,
    status: 201,
    response: z.object({ data: Domain }),
    errors: ['domain_invalid', 'domain_reserved', 'domain_exists', 'domains_off', 'tariff_limit_reached'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/domains/{id}/check',
    access: 'campaigns:write',
    summary: 'Checks a domain now.',
    params: IdParams,
    response: z.object({ data: Domain }),
    errors: ['domains_off'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/domains/{id}',
    access: 'campaigns:write',
    summary: 'Changes what a domain answers besides links, or makes it the default of new campaigns.',
    params: IdParams,
    body: DomainSettings,
    response: z.object({ data: Domain }),
    errors: ['domain_not_active'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/domains/{id}',
    access: 'campaigns:write',
    summary: 'Removes a domain. Links on it stop working. Campaigns that use it are moved to the domain `move_to`.',
    params: IdParams,
    query: z.object({ move_to: z.optional(IdParams.shape.id) }),
    response: Done,
    errors: ['domain_in_use', 'domain_not_active', 'domain_reserved'],
  }),
  all: endpoint({
    method: 'GET',
    path: '/domains/all',
    access: 'domains:review',
    summary: 'Lists the tracking domains of all accounts.',
    query: z.object({
      ...pageQuery(['created_at', 'host']),
      search: z.optional(line(0, 253)),
      status: z.optional(DomainStatus),
    }),
    response: page(AccountDomain),
  }),
  removeAny: endpoint({
    method: 'DELETE',
    path: '/domains/all/{id}',
    access: 'domains:review',
    summary: 'Removes a domain of any account. Its campaigns use the account’s given domain again.',
    params: IdParams,
    response: Done,
    errors: ['domain_reserved'],
  }),
  suspend: endpoint({
    method: 'PUT',
    path: '/domains/{id}/suspend',
    access: 'domains:review',
    summary: 'Suspends a domain of any account: every request to it is answered with 410.',
    params: IdParams,
    body: DomainSuspension,
    response: Done,
    errors: ['domain_not_active'],
  }),
  lift: endpoint({
    method: 'PUT',
    path: '/domains/{id}/lift',
    access: 'domains:review',
    summary: 'Lifts the suspension of a domain.',
    params: IdParams,
    response: Done,
    errors: ['status_conflict'],
  }),
  aliases: endpoint({
    method: 'GET',
    path: '/companies/{id}/aliases',
    access: 'campaigns:read',
    summary: 'Lists the short links of a campaign.',
    params: IdParams,
    response: z.object({ data: z.array(LinkAlias) }),
  }),
  setAliases: endpoint({
    method: 'PUT',
    path: '/companies/{id}/aliases',
    access: 'campaigns:write',
    summary: 'Replaces the short links of a campaign on the account’s own domains.',
    params: IdParams,
    body: Aliases,
    response: z.object({ data: z.array(LinkAlias) }),
    errors: ['alias_taken', 'alias_reserved'],
  }),
  switch: endpoint({
    method: 'POST',
    path: '/companies/switch-domain',
    access: 'campaigns:write',
    summary: 'Swaps the domain and the spare domain of campaigns. Links work on both.',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(SWITCH_MAX)) }),
    response: z.object({ data: z.array(z.object({ id: Id, result: SwitchResult })) }),
  }),
};
