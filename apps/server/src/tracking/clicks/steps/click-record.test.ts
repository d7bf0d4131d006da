import { describe, expect, it } from 'vitest';
import { referrerHost } from './click-record.ts';

describe('referrer host', () => {
  it.each([
    ['https://News.Example.com/a?b#c', 'news.example.com'],
    ['http://example.com:8080', 'example.com'],
    ['https://user:pass@example.com/', 'example.com'],
    ['https://[2001:DB8::1]:80/x', '[2001:db8::1]'],
    ['android-app://com.app', ''],
    ['example.com', ''],
    ['https://', ''],
    ['javascript:alert(1)', ''],
    ['https://ex ample.com/', ''],
    ['https://приклад.укр/', ''],
    [`https://${'a'.repeat(300)}.com/`, ''],
    ['https://exa\tmple.com', ''],
  ])('%s is "%s"', (referrer, host) => {
    expect(referrerHost(referrer)).toBe(host);
  });
});
