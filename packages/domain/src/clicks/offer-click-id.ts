/** Base 32 as in click IDs, which have no `o`. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const WITH_OFFER = /^([0-9a-hjkmnp-tv-z]{29,38})o([0-9a-hjkmnp-tv-z]{1,11})$/;

/** The click ID that an offer behind a lander gets, so that a report tells which offer converted. */
export function offerClickId(clickId: string, offerId: number): string {
  let text = '';
  for (let rest = offerId; rest > 0 || text === ''; rest = Math.floor(rest / ALPHABET.length))
    text = ALPHABET[rest % ALPHABET.length] + text;
  return `${clickId}o${text}`;
}

/** The click, and the offer that its ID names; 0 for none. */
export function splitOfferClickId(text: string): { clickId: string; offerId: number } {
  const [, clickId, offer = ''] = WITH_OFFER.exec(text) ?? [];
  if (clickId === undefined) return { clickId: text, offerId: 0 };
  let offerId = 0;
  for (const char of offer) offerId = offerId * ALPHABET.length + ALPHABET.indexOf(char);
  return Number.isSafeInteger(offerId) ? { clickId, offerId } : { clickId: text, offerId: 0 };
}
