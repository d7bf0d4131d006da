import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { hostsOf, isScriptHost } from './script-hosts.ts';

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

  it('are read from what was pasted', () => {
    expect(hostsOf('https://Shop.example/a?b, www.shop.example;shop.example:8443\nмагазин.укр shop.example')).toEqual([
      ...['shop.example', 'www.shop.example', 'shop.example:8443', 'xn--80aaxgrpt.xn--j1amh'],
    ]);
    expect(hostsOf(' ')).toEqual([]);
  });

  it.each([
    [['shop.example', 'a-b.shop.example:8443', 'localhost'], true],
    [['Shop.Example '], true],
    [['shop.example', 'shop.example'], false],
    [['https://shop.example'], false],
    [['shop.example/a'], false],
    [['*.shop.example'], false],
    [['-shop.example'], false],
    [[''], false],
    [[`${'a.'.repeat(127)}example`], false],
    [Array.from({ length: 21 }, (_, at) => `h${at}.example`), false],
  ])('%j are settings: %s', (hosts, expected) => {
    const settings = { name: 'Pages', default_url: 'https://shop.example/', script_hosts: hosts };
    expect(CampaignSettings.safeParse(settings).success).toBe(expected);
  });
});
