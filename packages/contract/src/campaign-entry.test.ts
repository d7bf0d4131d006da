import { describe, expect, it } from 'vitest';
import { CampaignSettings } from './campaigns.ts';

describe('hosts of pages', () => {
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
