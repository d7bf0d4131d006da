import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePostback } from '../conversions/postback-fields.ts';
import { offerClickId, splitOfferClickId } from './offer-click-id.ts';

const CHARS = [...'0123456789abcdefghjkmnpqrstvwxyz'];
const clickId = fc.array(fc.constantFrom(...CHARS), { minLength: 29, maxLength: 38 }).map((chars) => chars.join(''));
const ID = '01jd2m9xw0003pd6kq9vbhzt4n8c1g';

describe('the click ID of an offer behind a lander', () => {
  it('tells the click and the offer', () => {
    fc.assert(
      fc.property(clickId, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id, offer) => {
        const text = offerClickId(id, offer);
        expect(text).toMatch(/^[0-9a-z]{31,50}$/);
        expect(splitOfferClickId(text)).toEqual({ clickId: id, offerId: offer });
        expect(splitOfferClickId(id)).toEqual({ clickId: id, offerId: 0 });
      }),
    );
  });

  it.each(['', 'o', `${ID}o`, `${ID}oo1`, `${ID}o1o2`, `${ID}ozzzzzzzzzzz`, `${ID}o-1`, 'anything'])(
    'is not %s',
    (text) => {
      expect(splitOfferClickId(text)).toEqual({ clickId: text, offerId: 0 });
    },
  );

  it('is understood in a postback, in upper case too', () => {
    const fields = (cid: string) => parsePostback((name) => (name === 'cid' ? cid : null));
    expect(fields(offerClickId(ID, 77).toUpperCase())).toMatchObject({ clickId: ID, offerId: 77 });
    expect(fields(ID)).not.toHaveProperty('offerId');
  });
});
