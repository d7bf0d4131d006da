import { type Offer, OfferBody } from '@poklik/contract/offers';

const NAMES = Object.keys(OfferBody.shape) as (keyof OfferBody)[];

/** The form's values of an offer, or of a new one. A hidden payout counts as none: the server keeps it. */
export function toBody(offer: Offer | null, timezone: string): OfferBody {
  if (!offer)
    return {
      ...OfferBody.parse({ name: 'Any', url: 'https://any.example/' }),
      name: '',
      url: '',
      timezone,
      check: 'daily',
    };
  const settings = Object.fromEntries(NAMES.map((name) => [name, offer[name]])) as OfferBody;
  return { ...settings, payout: offer.payout ?? '0' };
}

/** Tags as typed: separated by commas. */
export const readTags = (written: string): string[] =>
  written
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Null if a URL has none. */
export const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
