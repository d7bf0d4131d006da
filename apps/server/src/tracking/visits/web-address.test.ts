import { describe, expect, it } from 'vitest';
import { isScriptHost } from './web-address.ts';

describe('hosts of pages', () => {
  it.each([
    ['https://shop.example', true],
    ['http://shop.example:8080/a?b', true],
    ['https://SHOP.example/', true],
    ['https://other.example:8443', true],
    ['https://other.example', false],
    ['https://www.shop.example', false],
    ['https://shop.example.evil.example', false],
    ['https://shop.example@evil.example', false],
    ['https://user@shop.example', false],
    ['ftp://shop.example', false],
    ['javascript://shop.example/%0aalert(1)', false],
    ['//shop.example', false],
    ['null', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(isScriptHost(address, ['shop.example', 'other.example:8443'])).toBe(expected);
  });
});
