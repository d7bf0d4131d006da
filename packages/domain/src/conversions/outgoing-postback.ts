import type { OutgoingPostback } from '@poklik/contract/campaigns';
import type { SKIP_REASONS } from '@poklik/contract/outgoing';
import {
  escapeJson,
  fillTemplate,
  jsonNumber,
  type OutgoingBody,
  type OutgoingHeader,
  secretOf,
} from '@poklik/contract/outgoing-request';
import { compileDestination, encodeValue } from '../routing/destination-template.ts';

type SkipReason = (typeof SKIP_REASONS)[number];

interface SentConversion {
  id: string;
  status: OutgoingPostback['statuses'][number];
  type: string;
}

/** Why a conversion isn't sent; null when it is. */
export function skipReason(postback: OutgoingPostback, { id, status, type }: SentConversion): SkipReason | null {
  const { statuses, types, url, share } = postback;
  if (!statuses.includes(status)) return 'status';
  if (types.length > 0 && !types.includes(type)) return 'type';
  return isInShare(id, url, share) ? null : 'share';
}

/** Depends on the conversion and the postback only, so that retries and status changes decide alike. */
export const isInShare = (conversionId: string, url: string, share: number): boolean =>
  hash(`${conversionId} ${url}`) % 100 < share;

/** FNV-1a with the finalizer of MurmurHash3, so that IDs which differ in one character are spread evenly. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export interface OutgoingRequest {
  method: OutgoingPostback['method'];
  url: string;
  headers: OutgoingHeader[];
  body_type: OutgoingBody;
  body: string;
}

/** Values come from visitors and networks: a header takes visible ASCII only, and a brace would begin a macro. */
const escapeHeader = (value: string): string =>
  value.toWellFormed().replace(/[^\x20-\x7e]+|[{}]/gu, encodeURIComponent);

const escapeBody = (type: OutgoingBody, value: string): string =>
  type === 'json' ? escapeJson(value) : encodeValue(value);

/** Fills in everything but secrets. No value can become a macro, so secrets are filled in right before sending. */
export function renderRequest(
  { method, url, headers, body_type, body }: OutgoingPostback,
  macroValue: (macro: string) => string,
): OutgoingRequest {
  const keepSecrets = (encode: (value: string) => string) => (name: string, isNumber: boolean) => {
    if (secretOf(name) !== null) return `{${name}}`;
    return isNumber ? jsonNumber(macroValue(name)) : encode(macroValue(name));
  };
  return {
    method,
    url: compileDestination(url)(macroValue),
    headers: headers.map(({ name, value }) => ({ name, value: fillTemplate(value, keepSecrets(escapeHeader)) })),
    body_type,
    body:
      body_type === 'none'
        ? ''
        : fillTemplate(
            body,
            keepSecrets((value) => escapeBody(body_type, value)),
          ),
  };
}

/** Names of the secrets that a rendered request needs. */
export function listSecrets({ url, headers, body }: OutgoingRequest): string[] {
  const names = new Set<string>();
  for (const text of [url, body, ...headers.map(({ value }) => value)])
    fillTemplate(text, (name) => {
      const secret = secretOf(name);
      if (secret !== null) names.add(secret);
      return '';
    });
  return [...names];
}

/** The request as it leaves. */
export function fillSecrets(request: OutgoingRequest, secretValue: (name: string) => string): OutgoingRequest {
  const fill = (text: string, encode: (value: string) => string) =>
    fillTemplate(text, (name) => {
      const secret = secretOf(name);
      return secret === null ? `{${name}}` : encode(secretValue(secret));
    });
  const { url, headers, body_type, body } = request;
  return {
    ...request,
    url: fill(url, encodeValue),
    headers: headers.map(({ name, value }) => ({ name, value: fill(value, (secret) => secret) })),
    body: fill(body, (value) => escapeBody(body_type, value)),
  };
}

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;

/** Headers with the type of the body, unless the postback sets its own. */
export const sentHeaders = ({ headers, body_type }: OutgoingRequest): OutgoingHeader[] =>
  body_type === 'none' || headers.some(({ name }) => name.toLowerCase() === 'content-type')
    ? headers
    : [{ name: 'Content-Type', value: CONTENT_TYPES[body_type] }, ...headers];

const MASK = '***';

/** An answer may repeat a secret, plain or as it was encoded in the request. */
export const maskValues = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => [secret, encodeValue(secret), escapeJson(secret)])
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
