import * as z from 'zod/mini';
import { CONVERSION_STATUSES, ConversionStatus, POSTBACK_IPS_MAX } from './campaigns.ts';
import { ConversionType, PostbackResult } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs, Timestamp } from './fields.ts';
import { Currency } from './money.ts';
import { page, pageQuery } from './paging.ts';

export const NETWORK_NAME_MAX = 64;
export const NETWORKS_MAX = 500;
export const KEPT_KEY_DAYS = 7;

export const NETWORK_FIELDS = ['click_id', 'payout', 'currency', 'transaction_id', 'status', 'type'] as const;
export type NetworkField = (typeof NETWORK_FIELDS)[number];

/** Name of a parameter as networks write them. */
export const SentName = z.string().check(z.trim(), z.regex(/^[\w.\-[\]]{1,64}$/, 'sent_parameter_name'));

/** `none`: the word means no conversion. */
export const MAPPED_STATUSES = [...CONVERSION_STATUSES, 'none'] as const;
export const MappedStatus = z.enum(MAPPED_STATUSES);
export type MappedStatus = z.infer<typeof MappedStatus>;

const WORDS_MAX = 50;
const Word = line(1, 64);
const distinctWords = z.refine<{ word: string }[]>(
  (entries) => new Set(entries.map(({ word }) => word.toLowerCase())).size === entries.length,
  { error: 'word_repeated' },
);
export const StatusWords = z
  .array(z.object({ word: Word, status: MappedStatus }))
  .check(z.maxLength(WORDS_MAX), distinctWords);
const TypeWords = z.array(z.object({ word: Word, type: ConversionType })).check(z.maxLength(WORDS_MAX), distinctWords);
const MappedParams = z.object({
  click_id: z.optional(SentName),
  payout: z.optional(SentName),
  currency: z.optional(SentName),
  transaction_id: z.optional(SentName),
  status: z.optional(SentName),
  type: z.optional(SentName),
});

/** How a network's postbacks are read. Fields that are not mapped are read by their usual names and words. */
export const NetworkMapping = z.object({
  params: z._default(MappedParams, {}),
  statuses: z._default(StatusWords, []),
  types: z._default(TypeWords, []),
  /** For postbacks without a status; approved if null. */
  default_status: z._default(z.nullable(ConversionStatus), null),
});
export type NetworkMapping = z.infer<typeof NetworkMapping>;

/** `sig_ts`: our own signature with the network's key. The others are made over the values of `fields` and a secret. */
export const SIGNATURE_SCHEMES = ['sig_ts', 'hash', 'hmac'] as const;
export const SIGNATURE_ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'] as const;
const signature = {
  scheme: z.enum(SIGNATURE_SCHEMES),
  algorithm: z._default(z.enum(SIGNATURE_ALGORITHMS), 'sha256'),
  /** The parameter that carries the signature. */
  parameter: z._default(SentName, 'sig'),
  /** Their values are joined in this order; a hash ends with the secret. */
  fields: z._default(z.array(SentName).check(z.maxLength(20)), []),
  separator: z._default(z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{0,3}$/u)), ''),
};
export const NetworkSignature = z
  .object({
    ...signature,
    /** Never returned. The present one is kept if it is omitted. */
    secret: z.optional(line(1, 200)),
  })
  .check(
    z.refine(({ scheme, fields }) => scheme === 'sig_ts' || fields.length > 0, {
      path: ['fields'],
      error: 'signed_fields_missing',
    }),
  );
export type NetworkSignature = z.infer<typeof NetworkSignature>;
const VisibleSignature = z.object({ ...signature, has_secret: z.boolean() });

export const NetworkBody = z.object({
  name: line(2, NETWORK_NAME_MAX),
  /** Code of the template it is made from; what the body omits is taken from there. */
  template: z.optional(z.nullable(line(1, 64))),
  /** The parameter of the network's links that takes the click ID. */
  click_param: z.optional(z.nullable(SentName)),
  mapping: z.optional(NetworkMapping),
  /** Addresses and ranges that may send postbacks; empty allows all. */
  ips: z.optional(z.array(line(1, 64)).check(z.maxLength(POSTBACK_IPS_MAX))),
  signature: z.optional(z.nullable(NetworkSignature)),
  /** For postbacks with an amount and no currency; the campaign's if null. */
  default_currency: z.optional(z.nullable(Currency)),
  notes: z.optional(paragraphs(0, 2000)),
});
export type NetworkBody = z.infer<typeof NetworkBody>;

const ResultCounts = z.array(z.object({ verdict: PostbackResult, postbacks: z.int() }));

/** `new`: nothing received yet. `silent`: nothing for much longer than usual while clicks go on. `refusing`: many postbacks are rejected. */
export const NETWORK_STATES = ['new', 'ok', 'silent', 'refusing'] as const;
export const NetworkHealth = z.object({
  state: z.enum(NETWORK_STATES),
  last_postback_at: z.nullable(Timestamp),
  postbacks_24h: z.int(),
  /** The last seven days. */
  postbacks: z.int(),
  rejected: z.int(),
  /** Rejected postbacks by result, most frequent first. */
  rejected_by: ResultCounts,
});
export type NetworkHealth = z.infer<typeof NetworkHealth>;

export const Network = z.object({
  id: Id,
  name: z.string(),
  template: z.nullable(z.string()),
  /** Null for members who cannot change networks or have selected campaigns only. */
  key: z.nullable(z.string()),
  postback_url: z.nullable(z.string()),
  /** Until then the previous key works too. */
  previous_key_until: z.nullable(Timestamp),
  click_param: z.nullable(z.string()),
  mapping: NetworkMapping,
  ips: z.array(z.string()),
  signature: z.nullable(VisibleSignature),
  default_currency: z.nullable(z.string()),
  notes: z.string(),
  /** Campaigns that name it. */
  campaigns: z.int(),
  health: NetworkHealth,
  created_at: Timestamp,
});
export type Network = z.infer<typeof Network>;

export const CHECKED_POSTBACKS = 100;
export const REPLAYED_MAX = 10_000;

export const MappingChange = z.object({
  fields: z._default(MappedParams, {}),
  words: z._default(StatusWords, []),
  types: z._default(TypeWords, []),
  dry_run: z._default(z.boolean(), false),
});
export type MappingChange = z.infer<typeof MappingChange>;

export const MappingResult = z.object({
  /** The last postbacks, newest first, with their results now and with the new mapping. Null while the analytics database is unavailable. */
  postbacks: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        received_at: Timestamp,
        before: PostbackResult,
        after: PostbackResult,
        status: z.nullable(ConversionStatus),
      }),
    ),
  ),
  /** How many postbacks are read again; 0 in a dry run. */
  replayed: z.int(),
  mapping: NetworkMapping,
});
export type MappingResult = z.infer<typeof MappingResult>;

const AccountAddress = z.object({
  /** Null for members who cannot change networks or have selected campaigns only. */
  postback_url: z.nullable(z.string()),
  previous_key_until: z.nullable(Timestamp),
});

export const networksApi = {
  list: endpoint({
    method: 'GET',
    path: '/networks',
    access: 'networks:read',
    summary: 'Lists affiliate networks with their health, and the postback address of the account.',
    query: z.object({ ...pageQuery(['name', 'created_at']), search: z.optional(line(0, NETWORK_NAME_MAX)) }),
    response: z.extend(page(Network), { account: AccountAddress }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/networks',
    access: 'networks:write',
    summary: 'Adds an affiliate network and its postback address.',
    body: NetworkBody,
    status: 201,
    response: z.object({ data: Network }),
    errors: ['name_taken', 'forbidden'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/networks/{id}',
    access: 'networks:write',
    summary: 'Changes an affiliate network. What the body omits stays.',
    params: IdParams,
    body: NetworkBody,
    response: z.object({ data: Network }),
    errors: ['name_taken', 'forbidden'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/networks/{id}',
    access: 'networks:write',
    summary: 'Deletes an affiliate network. Its postback address stops working, its conversions stay.',
    params: IdParams,
    response: Done,
    errors: ['forbidden'],
  }),
  map: endpoint({
    method: 'POST',
    path: '/networks/{id}/mapping',
    access: 'networks:write',
    summary:
      'Maps the parameters and status words of a network’s postbacks and processes stored postbacks again, or previews the results.',
    params: IdParams,
    body: MappingChange,
    isLong: true,
    response: z.object({ data: MappingResult }),
    errors: ['forbidden'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/networks/{id}/rotate',
    access: 'networks:write',
    summary: 'Replaces the key of a network’s postback address. The old key works for seven more days.',
    params: IdParams,
    response: z.object({ data: Network }),
    errors: ['forbidden'],
  }),
  rotateAccount: endpoint({
    method: 'POST',
    path: '/networks/account/rotate',
    access: 'networks:write',
    summary: 'Replaces the key of the account’s postback address. The old key works for seven more days.',
    response: z.object({ data: AccountAddress }),
    errors: ['forbidden'],
  }),
};

const optional = <S extends typeof SentName>(name: S) => z.union([z.literal(''), name]);

/** The form's values: an empty text, or null in a select, for what is not set. */
export const NetworkForm = z.object({
  name: line(2, NETWORK_NAME_MAX),
  template: z.nullable(z.string()),
  click_param: optional(SentName),
  default_currency: z.nullable(z.string()),
  ips: z.array(line(1, 64)).check(z.maxLength(POSTBACK_IPS_MAX)),
  notes: paragraphs(0, 2000),
  mapping: z.object({
    params: z.object({
      click_id: optional(SentName),
      payout: optional(SentName),
      currency: optional(SentName),
      transaction_id: optional(SentName),
      status: optional(SentName),
      type: optional(SentName),
    }),
    statuses: StatusWords,
    default_status: z.string(),
  }),
  signature: z.object({
    ...signature,
    scheme: z.enum(['none', ...SIGNATURE_SCHEMES]),
    secret: z.string().check(z.maxLength(200)),
  }),
});
export type NetworkForm = z.input<typeof NetworkForm>;
