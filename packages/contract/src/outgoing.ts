import * as z from 'zod/mini';
import { ConversionStatus, OutgoingPostback } from './campaigns.ts';
import { EventId } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Done, Id, line, PathNumber, Timestamp } from './fields.ts';
import { OUTGOING_BODIES, OUTGOING_METHODS, SECRET_NAME } from './outgoing-request.ts';
import { page, pageQuery } from './paging.ts';
import { DELIVERY_REASONS, PLATFORMS } from './platforms.ts';

/** `skipped`: to an ad platform, and there was a reason not to send it. */
export const OUTGOING_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const;
export const OutgoingState = z.enum(OUTGOING_STATES);
/** Characters of the answer that the log keeps. */
export const ANSWER_MAX = 2048;
export const REPLAY_MAX = 100;
export const SECRETS_MAX = 50;
const SECRET_MAX = 2048;

const Header = z.object({ name: z.string(), value: z.string() });

/** A request as it is sent, with secrets masked. Null without access to financial data. */
const request = {
  method: z.enum(OUTGOING_METHODS),
  url: z.string(),
  headers: z.nullable(z.array(Header)),
  body_type: z.enum(OUTGOING_BODIES),
  body: z.nullable(z.string()),
};
export const VisibleRequest = z.object(request);

export const DeliveryReason = z.enum(DELIVERY_REASONS);
export type DeliveryReason = z.infer<typeof DeliveryReason>;

export const OutgoingDelivery = z.object({
  id: Id,
  /** The name of the postback in the campaign. */
  name: z.string(),
  ...request,
  /** The connection to an ad platform; null for a postback of the campaign, and once it is deleted. */
  connection: z.nullable(z.object({ id: Id, platform: z.enum(PLATFORMS) })),
  status: ConversionStatus,
  state: OutgoingState,
  attempts: z.int(),
  /** HTTP status of the latest answer. */
  answer: z.nullable(z.int()),
  /** The beginning of the latest answer. */
  answer_body: z.nullable(z.string()),
  error: z.string(),
  /** Of a connection: why it wasn't sent, or what the platform's answer means. */
  reason: z.nullable(DeliveryReason),
  created_at: Timestamp,
  tried_at: z.nullable(Timestamp),
});
export type OutgoingDelivery = z.infer<typeof OutgoingDelivery>;

export const OutgoingLogEntry = z.extend(OutgoingDelivery, {
  campaign: z.object({ id: Id, name: z.string() }),
  conversion_id: z.string(),
  type: z.string(),
});
export type OutgoingLogEntry = z.infer<typeof OutgoingLogEntry>;

/** Why a conversion would not be sent. */
export const SKIP_REASONS = ['status', 'type', 'share'] as const;

export const OutgoingTest = z.object({
  request: VisibleRequest,
  /** Why the chosen conversion would not be sent; null if it would, or if none was chosen. */
  skipped: z.nullable(z.enum(SKIP_REASONS)),
  /** Secrets of the request that have no value yet. */
  missing_secrets: z.array(z.string()),
});
export type OutgoingTest = z.infer<typeof OutgoingTest>;

const SecretName = z.string().check(z.regex(SECRET_NAME, 'secret_name'));
const SecretParams = z.object({ name: SecretName });
/** Headers take visible characters only. */
const SecretValue = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(SECRET_MAX), z.regex(/^[\x20-\x7e]*$/, 'header_value'));

/** Without its value, which is never shown again. */
export const OutgoingSecret = z.object({ name: z.string(), updated_at: Timestamp });
export type OutgoingSecret = z.infer<typeof OutgoingSecret>;

export const SecretForm = z.object({ name: SecretName, value: SecretValue });
export type SecretForm = z.infer<typeof SecretForm>;

export const outgoingApi = {
  list: endpoint({
    method: 'GET',
    path: '/outgoing',
    access: 'conversions:read',
    summary: 'Lists outgoing postbacks with the request and the source’s answer, newest first.',
    query: z.object({
      ...pageQuery(['created_at']),
      company_id: z.optional(PathNumber),
      /** Days in the caller's time zone, inclusive. */
      start_date: z.optional(CalendarDay),
      end_date: z.optional(CalendarDay),
      state: z.optional(OutgoingState),
      /** A full click or conversion ID. */
      search: z.optional(line(0, 64)),
    }),
    response: page(OutgoingLogEntry),
  }),
  test: endpoint({
    method: 'POST',
    path: '/outgoing/test',
    access: 'campaigns:write',
    summary: 'Shows the request of an outgoing postback, for a conversion or with sample values. Sends nothing.',
    body: z.object({ postback: OutgoingPostback, conversion_id: z.optional(EventId) }),
    response: z.object({ data: OutgoingTest }),
    errors: ['not_found'],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/outgoing/replay',
    access: 'conversions:write',
    summary: 'Sends outgoing postbacks again, as they were, and returns how many.',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(REPLAY_MAX)) }),
    response: z.object({ message: z.string(), data: z.object({ queued: z.int() }) }),
  }),
  secrets: endpoint({
    method: 'GET',
    path: '/outgoing/secrets',
    access: 'campaigns:read',
    summary: 'Lists the names of secrets for outgoing postbacks, never their values.',
    response: z.object({ data: z.array(OutgoingSecret) }),
  }),
  saveSecret: endpoint({
    method: 'POST',
    path: '/outgoing/secrets',
    access: 'connections:write',
    summary: 'Sets the value of a secret, which outgoing postbacks name as {secret.name}.',
    body: SecretForm,
    response: z.object({ data: OutgoingSecret }),
  }),
  removeSecret: endpoint({
    method: 'DELETE',
    path: '/outgoing/secrets/{name}',
    access: 'connections:write',
    summary: 'Deletes a secret. Postbacks that need it fail.',
    params: SecretParams,
    response: Done,
  }),
};
