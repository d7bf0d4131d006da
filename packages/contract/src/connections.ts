import * as z from 'zod/mini';
import { CONVERSION_STATUSES, ConversionStatus } from './campaigns.ts';
import { CONVERSION_TYPES_MAX, ConversionType, EventId } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, Timestamp } from './fields.ts';
import { DeliveryReason, VisibleRequest } from './outgoing.ts';
import { page, pageQuery } from './paging.ts';
import { PLATFORMS } from './platforms.ts';

export const CONNECTION_NAME_MAX = 64;
export const CONNECTIONS_MAX = 100;

export const Platform = z.enum(PLATFORMS);
export type Platform = z.infer<typeof Platform>;
/** Those that conversions are sent to. */
export type ApiPlatform = Exclude<Platform, 'google_file'>;

/** Never returned; which of them a platform needs is in the domain's list of platforms. */
export const CREDENTIALS = ['access_token', 'developer_token', 'client_secret', 'refresh_token'] as const;
export type Credential = (typeof CREDENTIALS)[number];

const CREDENTIAL_MAX = 2048;
/** Headers and addresses take visible characters only. */
const CredentialValue = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(CREDENTIAL_MAX), z.regex(/^[\x21-\x7e]*$/, 'credential'));
const Credentials = z.object({
  access_token: z.optional(CredentialValue),
  developer_token: z.optional(CredentialValue),
  client_secret: z.optional(CredentialValue),
  refresh_token: z.optional(CredentialValue),
});

/** Of a pixel, an ad account or a customer. */
const AccountNumber = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'connection_account'));
const OptionalAccount = z.union([z.literal(''), AccountNumber]);
const PageUrl = z.string().check(z.trim(), z.regex(/^https:\/\/[a-z0-9.-]{1,200}(\/[\w./~-]{0,200})?$/i, 'page_url'));
const EventName = z.string().check(z.trim(), z.regex(/^[\w .:/-]{1,64}$/, 'event_name'));

/** Only conversions of these types are sent. */
const Events = z.array(z.object({ type: ConversionType, event: EventName })).check(
  z.minLength(1),
  z.maxLength(CONVERSION_TYPES_MAX),
  z.refine((all) => new Set(all.map(({ type }) => type)).size === all.length, { error: 'conversion_type_repeated' }),
);

const settings = {
  name: line(1, CONNECTION_NAME_MAX),
  platform: Platform,
  /** Empty for a platform that needs none. */
  account: z._default(OptionalAccount, ''),
  /** The Google Ads manager account that has access to the customer. */
  manager_account: z._default(z.nullable(AccountNumber), null),
  /** Of the OAuth client. */
  client_id: z._default(z.nullable(z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{1,200}$/, 'credential'))), null),
  /** Shows events as test events in the platform. */
  test_code: z._default(z.nullable(AccountNumber), null),
  /** Where conversions happen; the destination of the click if null. */
  page_url: z._default(z.nullable(PageUrl), null),
  /** The platform only checks events and counts none; only where a platform can. */
  is_test: z._default(z.boolean(), false),
  events: Events,
  statuses: z._default(z.array(ConversionStatus).check(z.minLength(1), z.maxLength(CONVERSION_STATUSES.length)), [
    'approved',
  ]),
  is_active: z._default(z.boolean(), true),
};

export const ConnectionBody = z.object({
  ...settings,
  /** Those that are omitted stay. */
  credentials: z.optional(Credentials),
});
export type ConnectionBody = z.infer<typeof ConnectionBody>;

export const Connection = z.object({
  id: Id,
  ...settings,
  /** Credentials that are set. */
  credentials: z.array(z.enum(CREDENTIALS)),
  /** Where Google Ads fetches the file. Anyone who knows it can read the file, so only those who may change it see it. */
  file_url: z.nullable(z.string()),
  /** Campaigns that send to it. */
  campaigns: z.int(),
  created_at: Timestamp,
});
export type Connection = z.infer<typeof Connection>;

/** What would be sent for a conversion. */
export const ConnectionTest = z.object({
  /** Null if it would not be sent. */
  request: z.nullable(VisibleRequest),
  skipped: z.nullable(DeliveryReason),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** The connection and what only its file's address says. */
const FileKey = z.string().check(z.regex(/^[1-9][0-9]{0,14}-[0-9A-Za-z_-]{32}$/));

export const connectionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/connections',
    access: 'campaigns:read',
    summary: 'Lists connections to ad platforms, without their credentials.',
    query: z.object({ ...pageQuery(['name', 'created_at']), search: z.optional(line(0, CONNECTION_NAME_MAX)) }),
    response: page(Connection),
  }),
  create: endpoint({
    method: 'POST',
    path: '/connections',
    access: 'connections:write',
    feature: 'connections',
    summary: 'Adds a connection, which sends conversions of campaigns to an ad platform.',
    body: ConnectionBody,
    status: 201,
    response: z.object({ data: Connection }),
    errors: ['name_taken', 'forbidden'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/connections/{id}',
    access: 'connections:write',
    summary: 'Changes a connection. Credentials that the body omits stay.',
    params: IdParams,
    body: ConnectionBody,
    response: z.object({ data: Connection }),
    errors: ['name_taken', 'forbidden'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/connections/{id}',
    access: 'connections:write',
    summary: 'Deletes a connection. What was sent stays in the log.',
    params: IdParams,
    response: Done,
    errors: ['forbidden'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/connections/{id}/test',
    access: 'connections:write',
    summary: 'Shows the request of a connection, for a conversion or with sample values. Sends nothing.',
    params: IdParams,
    body: z.object({ conversion_id: z.optional(EventId) }),
    response: z.object({ data: ConnectionTest }),
    errors: ['not_found'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/connections/files/{file_key}/conversions.csv',
    access: 'public',
    summary: 'Returns the conversions of the last 30 days for Google Ads, as CSV.',
    params: z.object({ file_key: FileKey }),
    kind: 'csv',
    file: 'conversions.csv',
    response: z.string(),
    errors: ['not_found'],
  }),
};

const optional = <S extends z.ZodMiniType<string, string>>(schema: S) => z.union([z.literal(''), schema]);

/** The form's values: an empty text for what is not set, and for credentials that stay. */
export const ConnectionForm = z.object({
  name: settings.name,
  platform: Platform,
  account: OptionalAccount,
  manager_account: optional(AccountNumber),
  client_id: z.string().check(z.maxLength(200)),
  test_code: optional(AccountNumber),
  page_url: optional(PageUrl),
  is_test: z.boolean(),
  events: Events,
  statuses: z.array(ConversionStatus).check(z.minLength(1)),
  is_active: z.boolean(),
  credentials: z.object({
    access_token: optional(CredentialValue),
    developer_token: optional(CredentialValue),
    client_secret: optional(CredentialValue),
    refresh_token: optional(CredentialValue),
  }),
});
export type ConnectionForm = z.input<typeof ConnectionForm>;
