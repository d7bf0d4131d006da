import { describe, expect, it } from 'vitest';
import { hostAndPath } from './host-and-path.ts';

describe('host and path of a destination', () => {
  it.each([
    ['https://shop.test', 'https://shop.test'],
    ['https://shop.test/coffee', 'https://shop.test/coffee'],
    ['https://shop.test/coffee?cid={click_id}&token=secret', 'https://shop.test/coffee'],
    ['https://shop.test/{country}/?a=1?b=2#top', 'https://shop.test/{country}/'],
    ['https://shop.test/#token=secret', 'https://shop.test/'],
    ['https://shop.test/?', 'https://shop.test/'],
  ])('%s → %s', (url, shown) => {
    expect(hostAndPath(url)).toBe(shown);
  });
});
