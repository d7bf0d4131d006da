import fc from 'fast-check';
import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { authenticatorUri, codeForStep, findStepForCode, generateTotpSecret, stepAt } from './totp.ts';

const toBase32 = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

/** The secret of the test vectors of RFC 4226 and RFC 6238. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('TOTP code', () => {
  it.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('matches the RFC 4226 vector for counter %i', (counter, code) => {
    expect(codeForStep(SECRET, counter)).toBe(code);
  });

  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('matches the RFC 6238 vector for second %i', (second, code) => {
    expect(codeForStep(SECRET, stepAt(new Date(second * 1000)), 8)).toBe(code);
  });

  it('is accepted one step early or late but not two', () => {
    const at = new Date('2026-05-01T12:00:10Z');
    const now = stepAt(at);
    for (const off of [-1, 0, 1]) expect(findStepForCode(SECRET, codeForStep(SECRET, now + off), at)).toBe(now + off);
    for (const off of [-2, 2]) expect(findStepForCode(SECRET, codeForStep(SECRET, now + off), at)).toBeNull();
  });

  it('is not valid for another secret', () => {
    const at = new Date('2026-05-01T12:00:10Z');
    expect(findStepForCode(generateTotpSecret(), codeForStep(SECRET, stepAt(at)), at)).toBeNull();
  });
});

describe('TOTP secret', () => {
  it('has 160 random bits', () => {
    const secrets = Array.from({ length: 50 }, generateTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is encoded according to RFC 4648', () => {
    for (const [text, written] of [
      ['', ''],
      ['f', 'MY'],
      ['fo', 'MZXQ'],
      ['foo', 'MZXW6'],
      ['foob', 'MZXW6YQ'],
      ['fooba', 'MZXW6YTB'],
      ['foobar', 'MZXW6YTBOI'],
    ] as const)
      expect(toBase32(Buffer.from(text))).toBe(written);
  });

  it('always produces six-digit codes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(), (bytes, step) => {
        expect(codeForStep(toBase32(Buffer.from(bytes)), step)).toMatch(/^\d{6}$/);
      }),
    );
  });

  it('is passed to the authenticator with the issuer and the account name', () => {
    const uri = new URL(authenticatorUri(SECRET, { issuer: 'Мій Poklik', account: 'a+b@example.test' }));
    expect(decodeURIComponent(uri.pathname)).toBe('/Мій Poklik:a+b@example.test');
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: SECRET, issuer: 'Мій Poklik' });
  });
});
