import Cookies from 'js-cookie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  currentToken,
  endImpersonation,
  handleUnauthorized,
  isImpersonating,
  isSignedIn,
  onSessionExpired,
  removeToken,
  saveToken,
  startImpersonation,
} from './session.ts';

afterEach(() => {
  Cookies.remove('token');
  Cookies.remove('realToken');
});

describe('session', () => {
  it('is the presence of the token cookie', () => {
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
  const impersonate = vi.fn(async () => 'theirs');
  afterEach(() => impersonate.mockClear());

  it('keeps the user’s own token as realToken and restores it', async () => {
    saveToken('own');
    await startImpersonation(impersonate);
    expect([Cookies.get('token'), Cookies.get('realToken'), isImpersonating()]).toEqual(['theirs', 'own', true]);
    endImpersonation();
    expect([Cookies.get('token'), Cookies.get('realToken'), isImpersonating()]).toEqual(['own', undefined, false]);
  });

  it("fails with 'Token not found' without a session and changes nothing", async () => {
    await expect(startImpersonation(impersonate)).rejects.toThrow('Token not found');
    expect(impersonate).not.toHaveBeenCalled();
    expect(document.cookie).toBe('');
  });

  it('ends in the user’s own session when the impersonation is rejected, after any number of calls', async () => {
    const lost = vi.fn();
    onSessionExpired(lost);
    saveToken('own');
    await startImpersonation(impersonate);
    for (let call = 0; call < 3; call += 1) handleUnauthorized('theirs');
    expect([Cookies.get('token'), isImpersonating()]).toEqual(['own', false]);
    expect(lost).toHaveBeenCalledOnce();
    handleUnauthorized('own');
    expect(currentToken()).toBeUndefined();
  });
});
