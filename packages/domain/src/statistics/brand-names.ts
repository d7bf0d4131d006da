import type { Browser, System } from '@poklik/contract/routing';

/** Names of systems and browsers are the same in every language; `other` has a word in each. */
export const SYSTEM_NAMES: Readonly<Record<Exclude<System, 'other'>, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  android: 'Android',
  ios: 'iOS',
};

export const BROWSER_NAMES: Readonly<Record<Exclude<Browser, 'other'>, string>> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  yandex: 'Yandex',
  uc: 'UC Browser',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  telegram: 'Telegram',
  webview: 'WebView',
};

/** By the code stored with a click. */
export const BRAND_NAMES: Readonly<Partial<Record<string, string>>> = { ...SYSTEM_NAMES, ...BROWSER_NAMES };
