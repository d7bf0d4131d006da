import type { Browser, System } from '@poklik/contract/routing';

/** Names of systems and browsers are the same in every language; what is none of them has a word in each. */
export const SYSTEM_NAMES: Record<Exclude<System, 'other'>, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  android: 'Android',
  ios: 'iOS',
};

export const BROWSER_NAMES: Record<Exclude<Browser, 'other'>, string> = {
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
