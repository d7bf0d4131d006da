import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COOKIE_IDS, captureLinkIds, capturePageIds, LINK_IDS, parseIds } from './source-ids.ts';

describe('identifiers of sources in a link', () => {
  it.each([
    ['', null],
    ['sub1=a&utm_source=fb', null],
    ['FBCLID=IwAR0a-b_C', { consent: '', ids: 'fbclid=IwAR0a-b_C' }],
    ['a=1&sccid=A-1&b=2', { consent: '', ids: 'ScCid=A-1' }],
    ['gclid=one&gclid=two', { consent: '', ids: 'gclid=one' }],
    ['ttclid=E.C.P.a%2Bb', { consent: '', ids: 'ttclid=E.C.P.a+b' }],
    ['epik=dj0+b', { consent: '', ids: 'epik=dj0+b' }],
    // Macros that the source did not replace, and text that is no identifier.
    ['gclid={gclid}&ttclid=__CLICKID__&yclid=', null],
    ['fbclid=a%0Ab&twclid=a%09b&gclid=%E0%A4%A', null],
    ['xfbclid=1&fbclidx=2', null],
    // Only the page knows cookies.
    ['fbp=fb.1.2.3', null],
    [`fbclid=${'a'.repeat(512)}`, { consent: '', ids: `fbclid=${'a'.repeat(512)}` }],
    [`fbclid=${'a'.repeat(513)}`, null],
    ['gclid=1&wbraid=2&gbraid=3&fbclid=4&ttclid=5', { consent: '', ids: 'gclid=1&wbraid=2&gbraid=3&fbclid=4' }],
    ['consent=1', { consent: 'granted', ids: '' }],
    ['gclid=1&Consent=GRANTED', { consent: 'granted', ids: 'gclid=1' }],
    ['gclid=1&consent=denied', { consent: 'denied', ids: '' }],
    ['gclid=1&consent=maybe', { consent: '', ids: 'gclid=1' }],
    ['gclid=1&consent=constructor', { consent: '', ids: 'gclid=1' }],
  ])('%s', (query, expected) => {
    expect(captureLinkIds(query)).toEqual(expected);
  });

  it('are at most four, short, visible and read back as they were, whatever is sent', () => {
    const name = fc.constantFrom(...LINK_IDS, ...COOKIE_IDS, 'consent', 'sub1');
    const part = fc.tuple(name, fc.oneof(fc.string(), fc.webQueryParameters(), fc.constantFrom('denied', 'granted')));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const found = captureLinkIds(parts.map(([key, value]) => `${key}=${value}`).join('&'));
        if (!found) return;
        const ids = parseIds(found.ids);
        expect(ids.size).toBeLessThanOrEqual(found.consent === 'denied' ? 0 : 4);
        expect(found.ids).toMatch(/^[\x21-\x7e]*$/);
        expect([...ids].map(([key, value]) => `${key}=${value}`).join('&')).toBe(found.ids);
      }),
    );
  });
});

describe('identifiers that a page sends', () => {
  it.each([
    ['fbp=fb.1.1700000000000.123&fbc=fb.1.17.IwAR&ttp=2F7h', 'fbp=fb.1.1700000000000.123&fbc=fb.1.17.IwAR&ttp=2F7h'],
    ['gclid=1&ttp=2F7h', 'ttp=2F7h'],
  ])('%s', (body, ids) => {
    expect(capturePageIds(body)).toEqual({ consent: '', ids });
  });
  it('are none without consent', () => {
    expect(capturePageIds('consent=denied&fbp=fb.1.2.3')).toEqual({ consent: 'denied', ids: '' });
    expect(capturePageIds('c=1')).toBeNull();
  });
});
