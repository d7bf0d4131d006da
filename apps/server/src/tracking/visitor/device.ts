import type { Browser, Device, System } from '@poklik/contract/routing';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import UAParser from 'ua-parser-js';
import { toField } from '../clicks/record-field.ts';

/** Parsed user agent. */
export interface DeviceFacts {
  device: Device;
  os: System;
  browser: Browser;
  /** A label that never affects routing. */
  isBot: boolean;
  /** As recorded. */
  userAgent: string;
}

const CACHE_SIZE = 5_000;
const USER_AGENT_MAX = 512;

/** Parsing a user agent takes far longer than a click may; a few are very common. */
export function createDeviceReader(): (userAgent: string) => DeviceFacts {
  const known = new LRUCache<string, DeviceFacts>({ max: CACHE_SIZE });
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
  const system = parseSystem(os.name ?? '');
  return {
    device: parseDeviceType(device.type, system),
    os: system,
    browser: parseBrowser(browser.name ?? '', userAgent),
    isBot: userAgent.trim() === '' || isbot(userAgent),
    userAgent: toField(userAgent, USER_AGENT_MAX),
  };
}

const DEVICES: Record<string, Device> = { mobile: 'mobile', tablet: 'tablet', smarttv: 'tv' };
const HANDHELD: ReadonlySet<System> = new Set(['android', 'ios']);

/** Desktop browsers have no device type. */
function parseDeviceType(type: string | undefined, system: System): Device {
  if (type !== undefined) return DEVICES[type] ?? 'other';
  if (HANDHELD.has(system)) return 'mobile';
  return system === 'other' ? 'other' : 'desktop';
}

const SYSTEMS: readonly [RegExp, System][] = [
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

const parseSystem = (name: string): System => SYSTEMS.find(([form]) => form.test(name.toLowerCase()))?.[1] ?? 'other';

/** Prefixes of the parser's names. */
const BROWSERS: readonly [string, Browser][] = [
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

function parseBrowser(name: string, userAgent: string): Browser {
  // These browsers name the engine they are built on as well.
  if (/\bTelegram(-|Bot\b|\/)/.test(userAgent)) return 'telegram';
  if (/\b(musical_ly|BytedanceWebview|TikTok|trill)[_/ ]/i.test(userAgent)) return 'tiktok';
  return BROWSERS.find(([start]) => name.startsWith(start))?.[1] ?? 'other';
}
