import type { DeliveryReason } from '@poklik/contract/outgoing';
import { escapeJson, type OutgoingHeader } from '@poklik/contract/outgoing-request';
import type { OutgoingRequest } from '../conversions/outgoing-postback.ts';

/** Hashed before they are stored, as SHA-256 in hex. */
export interface HashedContacts {
  em?: string;
  /** Of the digits only. */
  ph?: string;
  /** Of the digits after a plus. */
  ph_plus?: string;
}

/** A conversion as every platform gets it. */
export interface SourceEvent {
  /** What the platform calls it. */
  name: string;
  /** Equal whenever the conversion is sent again, so that platforms count it once. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Decimal string. */
  value: string;
  currency: string;
  /** The address is empty if it is not known as a whole. */
  click: { at: number; userAgent: string; url: string; ip: string };
  /** What the source gave the click, by name. */
  ids: ReadonlyMap<string, string>;
  contacts: HashedContacts;
}

export interface EventTarget {
  /** The platform's API, without a slash at its end. */
  base: string;
  account: string;
  managerAccount: string | null;
  testCode: string | null;
  pageUrl: string | null;
  /** The platform only checks what it gets. */
  isTest: boolean;
}

/** How a conversion differs from what the platform was told. */
export interface Correction {
  /** What it was told last, as it was sent; null if that is no longer known. */
  earlier: Pick<OutgoingRequest, 'body'> | null;
  /** False if it should not have been told any more. */
  isWanted: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** Why nothing can be made of an event. Without an identifier of the platform, the click is not the platform's. */
export type MissingPart = Extract<DeliveryReason, 'no_click_id' | 'no_contact'>;

export interface PlatformAnswer {
  status: number;
  body: string;
}

/** `retry`: the platform may take it later. */
export type Reading = { state: 'sent' } | { state: 'retry' | 'failed'; reason: DeliveryReason };

export interface Connector {
  /** An older conversion would be rejected. */
  maxAgeDays: number;
  build(target: EventTarget, event: SourceEvent): OutgoingRequest | MissingPart;
  /** Only of a platform that lets conversions be corrected: what to send about one that it was told. */
  correct?(target: EventTarget, event: SourceEvent, correction: Correction): OutgoingRequest | MissingPart;
  /** What a 2xx answer hides, and what an error means; undefined for what the status says already. */
  read(body: unknown, status: number): Reading | undefined;
}

export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

/** JSON in which no text of a visitor can become a macro. What is undefined is left out. */
export function toJson(value: Json): string {
  if (typeof value === 'string') return `"${escapeJson(value)}"`;
  if (Array.isArray(value)) return `[${value.map((item: Json) => toJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${toJson(item)}`).join(',')}}`;
}

export const postJson = (url: string, body: Json, headers: readonly OutgoingHeader[] = []): OutgoingRequest => ({
  ...{ method: 'POST', url, headers: [...headers], body_type: 'json', body: toJson(body) },
});

export const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Null instead of nothing, which `toJson` would write. */
export const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

/** What platforms that don't trust their own click ID recognize a visitor by; undefined if there is not enough of it. */
export function matchedBy({ click, contacts }: SourceEvent) {
  const { em, ph } = contacts;
  const hasVisitor = click.ip !== '' && click.userAgent !== '';
  if (em === undefined && ph === undefined && !hasVisitor) return undefined;
  return {
    em: em && [em],
    ph: ph && [ph],
    client_ip_address: orNothing(click.ip),
    client_user_agent: orNothing(click.userAgent),
  };
}

/** A part of an answer that may be anything. */
export function partOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let part: unknown = value;
  for (const name of path) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<string | number, unknown>)[name];
  }
  return part;
}
