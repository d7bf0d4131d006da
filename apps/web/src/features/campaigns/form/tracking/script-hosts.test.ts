import { describe, expect, it } from 'vitest';
import { hostsOf } from './script-hosts.ts';

describe('hosts of pages', () => {
  it('are read from what was pasted', () => {
    expect(hostsOf('https://Shop.example/a?b, www.shop.example;shop.example:8443\nмагазин.укр shop.example')).toEqual([
      ...['shop.example', 'www.shop.example', 'shop.example:8443', 'xn--80aairftm.xn--j1amh'],
    ]);
    expect(hostsOf(' ')).toEqual([]);
  });
});
