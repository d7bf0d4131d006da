import type { DeliveryReason } from '@poklik/contract/outgoing';
import type { Consent } from '../clicks/source-ids.ts';
import type { OutgoingRequest } from '../conversions/outgoing-postback.ts';
import type { Connector, Correction, EventTarget, SourceEvent } from './source-event.ts';

const DAY_MS = 86_400_000;

interface Circumstances {
  now: number;
  consent: Consent;
  /** Whether the campaign sends only what visitors agreed to. */
  isConsentRequired: boolean;
  /** Missing if the platform was not told about the conversion. */
  correction?: Omit<Correction, 'now'> | undefined;
}

/** The request, or why there is none. Denied consent is never overruled. */
export function decideDelivery(
  connector: Connector,
  target: EventTarget,
  event: SourceEvent,
  { now, consent, isConsentRequired, correction }: Circumstances,
): { request: OutgoingRequest } | { skipped: DeliveryReason } {
  if (consent === 'denied') return { skipped: 'consent_denied' };
  if (isConsentRequired && consent !== 'granted') return { skipped: 'consent_missing' };
  if (now - event.at > connector.maxAgeDays * DAY_MS) return { skipped: 'too_old' };
  const request =
    (correction && connector.correct?.(target, event, { ...correction, now })) ?? connector.build(target, event);
  return typeof request === 'string' ? { skipped: request } : { request };
}
