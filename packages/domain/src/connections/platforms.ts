import type { Platform } from '@poklik/contract/connections';
import { GOOGLE } from './google.ts';
import { GOOGLE_FILE } from './google-file.ts';
import { META } from './meta.ts';
import { MICROSOFT } from './microsoft.ts';
import { PINTEREST } from './pinterest.ts';
import { REDDIT } from './reddit.ts';
import { SNAP } from './snap.ts';
import type { Connector, PlatformAnswer, Reading } from './source-event.ts';
import { TIKTOK } from './tiktok.ts';

export const CONNECTORS: Record<Platform, Connector> = {
  meta: META,
  google: GOOGLE,
  google_file: GOOGLE_FILE,
  tiktok: TIKTOK,
  reddit: REDDIT,
  snap: SNAP,
  pinterest: PINTEREST,
  microsoft: MICROSOFT,
};

/** Whether a platform can be told that a conversion has changed. */
export const takesCorrections = (platform: Platform): boolean => CONNECTORS[platform].correct !== undefined;

/** What became of an event. Errors of the client are final, except those that ask to come again. */
export function readAnswer(platform: Platform, { status, body }: PlatformAnswer): Reading {
  const reading = CONNECTORS[platform].read(parse(body), status);
  if (status === 429) return { state: 'retry', reason: 'rate_limited' };
  if (status === 408 || status >= 500) return { state: 'retry', reason: 'unavailable' };
  if (reading) return reading;
  if (status >= 200 && status < 300) return { state: 'sent' };
  if (status === 401) return { state: 'failed', reason: 'bad_token' };
  if (status === 403) return { state: 'failed', reason: 'no_access' };
  return { state: 'failed', reason: status === 404 ? 'bad_account' : 'rejected' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
