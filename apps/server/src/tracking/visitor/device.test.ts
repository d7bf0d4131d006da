import { describe, expect, it } from 'vitest';
import { createDeviceReader, readDevice } from './device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('user agent', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
      'desktop',
      'windows',
      'chrome',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
      'desktop',
      'windows',
      'edge',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`,
      'desktop',
      'windows',
      'opera',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/124.0.0.0 YaBrowser/24.6 Safari/537.36`,
      'desktop',
      'windows',
      'yandex',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/17.4 Safari/605.1.15`,
      'desktop',
      'macos',
      'safari',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'desktop', 'linux', 'firefox'],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'desktop', 'linux', 'firefox'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
      'desktop',
      'chromeos',
      'chrome',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`,
      'mobile',
      'android',
      'chrome',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'mobile',
      'android',
      'samsung',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-X700) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
      'tablet',
      'android',
      'chrome',
    ],
    [
      `Mozilla/5.0 (Linux; U; Android 12; en-US; M2101) ${WEBKIT} Version/4.0 UCBrowser/13.4 Mobile Safari/537.36`,
      'mobile',
      'android',
      'uc',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) ${WEBKIT} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`,
      'mobile',
      'android',
      'webview',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${WEBKIT} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Telegram-Android/10.14 (Google Pixel 8)`,
      'mobile',
      'android',
      'telegram',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} Version/17.5 Mobile/15E148 Safari/604.1`,
      'mobile',
      'ios',
      'safari',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} CriOS/126.0 Mobile/15E148 Safari/604.1`,
      'mobile',
      'ios',
      'chrome',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE} Version/17.5 Mobile/15E148 Safari/604.1`,
      'tablet',
      'ios',
      'safari',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0;FBBV/1]`,
      'mobile',
      'ios',
      'facebook',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} Mobile/15E148 Instagram 337.0.0`,
      'mobile',
      'ios',
      'instagram',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} Mobile/15E148 musical_ly_35.1.0 BytedanceWebview/d8a21c6`,
      'mobile',
      'ios',
      'tiktok',
    ],
    [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/94.0 Safari/537.36 WebAppManager`, 'tv', 'other', 'chrome'],
    ['Mozilla/5.0 (Unknown) Gecko/20100101', 'other', 'other', 'other'],
  ])('%s', (userAgent, device, os, browser) => {
    expect(readDevice(userAgent)).toMatchObject({ device, os, browser, isBot: false });
  });

  it.each([
    '',
    '   ',
    'curl/8.5.0',
    'python-requests/2.31',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `Mozilla/5.0 ${WEBKIT} HeadlessChrome/126.0 Safari/537.36`,
    'facebookexternalhit/1.1',
    'TelegramBot (like TwitterBot)',
  ])('labels "%s" a bot', (userAgent) => {
    expect(readDevice(userAgent).isBot).toBe(true);
  });

  it('is recorded shortened and without control characters', () => {
    expect(readDevice('a\tb\nc\\d\u0000').userAgent).toBe('abc\\\\d');
    expect(createDeviceReader()('x'.repeat(10_000)).userAgent).toHaveLength(512);
  });

  it('is parsed once and cached', () => {
    const read = createDeviceReader();
    expect(read('Mozilla/5.0')).toBe(read('Mozilla/5.0'));
  });
});
