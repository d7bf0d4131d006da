import type { DeliveryReason } from '@poklik/contract/outgoing';
import type { Consent } from '../clicks/source-ids.ts';
import type { OutgoingRequest } from '../conversions/outgoing-postback.ts';
import type { Connector, EventTarget, SourceEvent } from './source-event.ts';

const DAY_MS = 86_400_000;

interface Circumstances {
  now: number;
  consent: Consent;
  /** Whether the campaign sends only what visitors agreed to. */
  isConsentRequired: boolean;
}

/** The request, or why there is none. Denied consent is never overruled. */
export function decideDelivery(
  connector: Connector,
  target: EventTarget,
  event: SourceEvent,
  { now, consent, isConsentRequired }: Circumstances,
): { request: OutgoingRequest } | { skipped: DeliveryReason } {
  if (consent === 'denied') return { skipped: 'consent_denied' };
  if (isConsentRequired && consent !== 'granted') return { skipped: 'consent_missing' };
  if (now - event.at > connector.maxAgeDays * DAY_MS) return { skipped: 'too_old' };
  const request = connector.build(target, event);
  return request ? { request } : { skipped: 'no_click_id' };
}
