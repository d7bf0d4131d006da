import type { Browser, Device, System } from '@poklik/contract/routing';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import UAParser from 'ua-parser-js';
import { fieldOf } from './record-field.ts';

/** What a user agent says about itself. */
export interface DeviceFacts {
  device: Device;
  os: System;
  browser: Browser;
  /** A label. It never decides where anybody goes. */
  isBot: boolean;
  /** As it is recorded. */
  userAgent: string;
}

const REMEMBERED = 5_000;
const USER_AGENT_MAX = 512;

/** Reading a user agent takes far longer than a click may; the same few are met again and again. */
export function deviceReader(): (userAgent: string) => DeviceFacts {
  const known = new LRUCache<string, DeviceFacts>({ max: REMEMBERED });
  return (userAgent) => {
    const text = userAgent.length > USER_AGENT_MAX ? userAgent.slice(0, USER_AGENT_MAX) : userAgent;
    const found = known.get(text);
    if (found) return found;
    const facts = readDevice(text);
    known.set(text, facts);
    return facts;
  };
}

export function readDevice(userAgent: string): DeviceFacts {
  const { device, os, browser } = new UAParser(userAgent).getResult();
  const system = systemOf(os.name ?? '');
  return {
    device: deviceOf(device.type, system),
    os: system,
    browser: browserOf(browser.name ?? '', userAgent),
    isBot: userAgent.trim() === '' || isbot(userAgent),
    userAgent: fieldOf(userAgent, USER_AGENT_MAX),
  };
}

const DEVICE_OF: Record<string, Device> = { mobile: 'mobile', tablet: 'tablet', smarttv: 'tv' };
const HANDHELD: ReadonlySet<System> = new Set(['android', 'ios']);

/** Computers do not say that they are computers. */
function deviceOf(type: string | undefined, system: System): Device {
  if (type !== undefined) return DEVICE_OF[type] ?? 'other';
  if (HANDHELD.has(system)) return 'mobile';
  return system === 'other' ? 'other' : 'desktop';
}

const SYSTEM_OF: readonly [RegExp, System][] = [
  [/^windows$/, 'windows'],
  [/^mac os/, 'macos'],
  [/^chrom(e|ium) os$/, 'chromeos'],
  [/^(android|harmonyos)/, 'android'],
  [/^ios$/, 'ios'],
  [
    /^(linux|gnu|mint|mageia|vectorlinux|.?ubuntu|debian|(open)?suse|gentoo|arch|slackware|fedora|mandriva|centos|pclinuxos|red ?hat|zenwalk|linpus|raspbian|deepin|manjaro|elementary|sabayon|linspire)/,
    'linux',
  ],
];

const systemOf = (name: string): System => SYSTEM_OF.find(([form]) => form.test(name.toLowerCase()))?.[1] ?? 'other';

/** The name that the parser gives begins with… */
const BROWSER_OF: readonly [string, Browser][] = [
  ['Chrome WebView', 'webview'],
  ['Chrome', 'chrome'],
  ['Chromium', 'chrome'],
  ['Mobile Chrome', 'chrome'],
  ['Mobile Safari', 'safari'],
  ['Safari', 'safari'],
  ['Mobile Firefox', 'firefox'],
  ['Firefox', 'firefox'],
  ['Edge', 'edge'],
  ['Opera', 'opera'],
  ['Samsung', 'samsung'],
  ['Yandex', 'yandex'],
  ['UCBrowser', 'uc'],
  ['Facebook', 'facebook'],
  ['Instagram', 'instagram'],
  ['TikTok', 'tiktok'],
  ['WebKit', 'webview'],
  ['Android Browser', 'webview'],
];

function browserOf(name: string, userAgent: string): Browser {
  // These say who they are only beside what they are built on.
  if (/\bTelegram(-|Bot\b|\/)/.test(userAgent)) return 'telegram';
  if (/\b(musical_ly|BytedanceWebview|TikTok|trill)[_/ ]/i.test(userAgent)) return 'tiktok';
  return BROWSER_OF.find(([start]) => name.startsWith(start))?.[1] ?? 'other';
}
