import Cookies from 'js-cookie';
import { afterEach, describe, expect, it } from 'vitest';
import {
  currentToken,
  endImpersonation,
  isImpersonating,
  isSignedIn,
  removeToken,
  saveToken,
  startImpersonation,
} from './session.ts';

afterEach(() => {
  Cookies.remove('token');
  Cookies.remove('realToken');
});

describe('session', () => {
  it('is the presence of the token cookie, whoever wrote it', () => {
    expect(isSignedIn()).toBe(false);
    Cookies.set('token', 'anything');
    expect(isSignedIn()).toBe(true);
  });

  it('keeps the token for every path and never sends it from another site', () => {
    const written: string[] = [];
    const native = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    Object.defineProperty(document, 'cookie', { configurable: true, set: (text: string) => written.push(text) });
    saveToken('abc');
    Object.defineProperty(document, 'cookie', { configurable: true, ...native });
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^token=abc/);
    expect(written[0]).toMatch(/path=\//i);
    expect(written[0]).toMatch(/samesite=strict/i);
  });

  it('ends when the token is removed', () => {
    saveToken('abc');
    removeToken();
    expect(currentToken()).toBeUndefined();
  });
});

describe('impersonation', () => {
  it('keeps the own token as realToken and comes back to it', () => {
    saveToken('own');
    startImpersonation('theirs');
    expect([Cookies.get('token'), Cookies.get('realToken'), isImpersonating()]).toEqual(['theirs', 'own', true]);
    endImpersonation();
    expect([Cookies.get('token'), Cookies.get('realToken'), isImpersonating()]).toEqual(['own', undefined, false]);
  });

  it("fails with 'Token not found' when nobody is signed in, and changes nothing", () => {
    expect(() => startImpersonation('theirs')).toThrow('Token not found');
    expect(document.cookie).toBe('');
  });
});
