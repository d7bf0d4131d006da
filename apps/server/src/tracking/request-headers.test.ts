import { describe, expect, it } from 'vitest';
import { readHeaders } from './request-headers.ts';

describe('request headers', () => {
  it('are empty when missing', () => {
    const nothing = { userAgent: '', referrer: '', acceptLanguage: '', forwardedFor: '', cookie: '' };
    expect(readHeaders({ headers: {} })).toEqual({ ...nothing, isPrefetch: false, isPrivate: false });
  });

  it.each([
    [{ 'sec-purpose': 'prefetch;prerender' }, true, false],
    [{ purpose: 'prefetch' }, true, false],
    [{ purpose: 'preview' }, false, false],
    [{ dnt: '1' }, false, true],
    [{ dnt: '0' }, false, false],
    [{ 'sec-gpc': '1' }, false, true],
  ])('%j say what the browser requests', (headers, isPrefetch, isPrivate) => {
    expect(readHeaders({ headers })).toMatchObject({ isPrefetch, isPrivate });
  });
});
