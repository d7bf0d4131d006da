import { describe, expect, it } from 'vitest';
import { findTrackerRoute, TRACKER_ROUTES } from './routes.ts';

describe('tracker routes', () => {
  it.each([
    ['/c/', '/c/*'],
    ['/c/key?x=1', '/c/*'],
    ['/c/key+', '/c/*'],
    ['/c/a/b', '/c/*'],
    ['/o', '/o'],
    ['/o?l=key', '/o'],
    ['/o/2?l=key', '/o/*'],
    ['/o+?l=key', '/o+'],
    ['/offers', undefined],
    ['/i/key.gif', '/i/*'],
    ['/e', '/e'],
    ['/e?n=view', '/e'],
    ['/postback?cid=1', '/postback'],
    ['/v', '/v'],
    ['/v?x=1', '/v'],
    ['/v/', undefined],
    ['/visits', undefined],
    ['/p', '/p'],
    ['/p?cid=1', '/p'],
    ['/p.gif?cid=1', '/p.gif'],
    ['/t.js', '/t.js'],
    ['/', undefined],
    ['', undefined],
    ['/c', undefined],
    ['/campaigns', undefined],
    ['/e/', undefined],
    ['/events', undefined],
    ['/postbacks', undefined],
    ['/p.gifs', undefined],
    ['/profile', undefined],
    ['/t.js/', undefined],
    ['/v1/companies', undefined],
    ['http://host/c/key', undefined],
  ])('%s is answered by %s', (url, path) => {
    expect(findTrackerRoute(url)?.path).toBe(path);
  });

  it('have one row per path', () => {
    const paths = TRACKER_ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
