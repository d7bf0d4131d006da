import { BROWSERS, DEVICES, MACROS, OPERATING_SYSTEMS } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePass, encodePass, PASS_MAX, PASS_READ_MAX, type Pass, SIGNATURE_CHARS } from './pass.ts';

/** Not a good signature, but one that depends on every character. */
function sign(payload: string): string {
  let [one, other] = [7, 11];
  for (const each of payload) {
    one = (Math.imul(one, 31) + each.charCodeAt(0)) >>> 0;
    other = (Math.imul(other, 131) ^ each.charCodeAt(0)) >>> 0;
  }
  return `${one.toString(36)}x${other.toString(36)}`.padEnd(SIGNATURE_CHARS, 'y');
}
const isSigned = (payload: string, signature: string) => sign(payload) === signature;

const CLICK_ID_CHARS = [...'0123456789abcdefghjkmnpqrstvwxyz'];
const clickId = fc
  .array(fc.constantFrom(...CLICK_ID_CHARS), { minLength: 29, maxLength: 38 })
  .map((chars) => chars.join(''));
const uid = fc.string({ unit: fc.constantFrom(...'0189az'), minLength: 8, maxLength: 8 });
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '~', '._-', 'Київ', 'a b&c=d'));
const pass: fc.Arbitrary<Pass> = fc.record({
  clickId,
  version: fc.integer({ min: 1, max: 1_000_000 }),
  landerId: fc.integer({ min: 1, max: 2 ** 50 }),
  step: fc.integer({ min: 1, max: 4 }),
  rule: fc.integer({ min: 0, max: 50 }),
  destination: fc.integer({ min: 0, max: 10 }),
  uid: fc.oneof(uid, fc.constant('')),
  outcome: fc.constantFrom(0, 1),
  isBot: fc.boolean(),
  facts: fc.record({
    country: fc.constantFrom('DE', 'ZZ', 'UA'),
    language: fc.constantFrom('de', ''),
    device: fc.constantFrom(...DEVICES),
    os: fc.constantFrom(...OPERATING_SYSTEMS),
    browser: fc.constantFrom(...BROWSERS),
  }),
  values: fc.uniqueArray(fc.tuple(fc.constantFrom(...MACROS), text), { selector: ([name]) => name, maxLength: 4 }),
});

describe('a pass', () => {
  it('comes back as it was, short and without characters that a query or a cookie would encode', () => {
    fc.assert(
      fc.property(pass, (one) => {
        const encoded = encodePass(one, sign);
        expect(encoded.length).toBeLessThanOrEqual(PASS_MAX);
        expect(encoded).toMatch(/^[\w.~-]+$/);
        const decoded = decodePass(encoded, isSigned);
        expect(decoded).toEqual({ ...one, values: decoded?.values });
        const wanted = one.values.map(([name, value]) => [name, value.toWellFormed()]);
        expect(wanted).toEqual(expect.arrayContaining((decoded?.values ?? []).map((value) => [...value])));
      }),
    );
  });

  it('of a usual click takes about 90 characters', () => {
    const encoded = encodePass(
      {
        ...{ clickId: '01jd2m9xw0003pd6kq9vbhzt4n8c1g', version: 12, landerId: 7, step: 1, rule: 2, destination: 1 },
        ...{ uid: 'k3v9x2ab', outcome: 0, isBot: false, values: [] },
        facts: { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' },
      },
      sign,
    );
    expect(encoded.length).toBeLessThanOrEqual(95);
  });

  it('leaves out values that would make it too long', () => {
    fc.assert(
      fc.property(pass, fc.string({ minLength: 550, maxLength: 600 }), (one, long) => {
        const values = [['sub1', long] as const, ['sub2', 'short'] as const];
        expect(decodePass(encodePass({ ...one, values }, sign), isSigned)?.values).toEqual([['sub2', 'short']]);
      }),
    );
  });

  it('is nothing after any change, in any length', () => {
    fc.assert(
      fc.property(pass, pass, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (one, other, at, char) => {
        const encoded = encodePass(one, sign);
        const place = at % encoded.length;
        const changed = encoded.slice(0, place) + char + encoded.slice(place + 1);
        if (changed !== encoded) expect(decodePass(changed, isSigned)).toBeNull();
        expect(decodePass(encoded.slice(0, place), isSigned)).toBeNull();
        const spliced = encoded.slice(0, place) + encodePass(other, sign).slice(place);
        if (spliced !== encoded && spliced !== encodePass(other, sign))
          expect(decodePass(spliced, isSigned)).toBeNull();
      }),
    );
    expect(decodePass('', isSigned)).toBeNull();
    expect(decodePass(`${'a'.repeat(PASS_READ_MAX)}.${'b'.repeat(SIGNATURE_CHARS)}`, () => true)).toBeNull();
    expect(decodePass(`2.signed.${sign('2.signed')}`, isSigned)).toBeNull();
  });
});
