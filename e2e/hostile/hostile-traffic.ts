import { request } from 'node:http';
import { SUBS } from '@poklik/contract/routing';
import { expect } from '../fixture.ts';
import type { api } from '../people.ts';
import { FORMULAS, PAYLOADS, packed } from './script-payloads.ts';

const SOON = { timeout: 90_000 };

/** Sends clicks and postbacks whose every parameter and header is a payload. */
export async function sendHostileTraffic(
  url: string,
  asOwner: ReturnType<typeof api>,
  campaign: { key: string; postback_key: string },
) {
  const count = async (path: string) =>
    ((await asOwner('GET', path).catch(() => ({ meta: { total: 0 } }))) as { meta: { total: number } }).meta.total;
  const clicks: string[] = [];
  for (const [place] of PAYLOADS.entries()) clicks.push(await hostileClick(url, campaign.key, place));
  await expect.poll(() => count('/clicks'), { timeout: 180_000 }).toBe(PAYLOADS.length);
  for (const [place, cid] of clicks.entries()) {
    await hostilePostback(url, place, { cid, key: campaign.postback_key });
    await hostilePostback(url, place, { cid, key: campaign.postback_key, currency: '<b>' });
  }
  await expect.poll(() => count('/conversions'), SOON).toBe(PAYLOADS.length);
  await expect.poll(() => count('/postbacks'), SOON).toBe(2 * PAYLOADS.length);
  const { data } = (await asOwner('GET', '/conversions?per_page=1')) as { data: { id: string }[] };
  const conversionId = data[0]?.id ?? '';
  for (const [place, reason] of packed(300).entries()) {
    const status = place % 2 === 0 ? 'approved' : 'pending';
    await asOwner('PUT', `/conversions/${conversionId}`, { status, reason });
  }
  return { clickIds: clicks, conversionId };
}

const formulaAt = (place: number): string => FORMULAS[place % FORMULAS.length] ?? '';

const textAt = (place: number): string => PAYLOADS[place % PAYLOADS.length]?.text ?? '';

function hostileClick(url: string, key: string, place: number): Promise<string> {
  const query = new URLSearchParams({ external: textAt(place) });
  for (const [at, sub] of SUBS.entries()) query.set(sub, textAt(place + at));
  query.set('sub10', formulaAt(place));
  const headers = {
    'user-agent': textAt(place),
    referer: place % 2 === 0 ? `https://news.example/${textAt(place)}` : textAt(place),
    'accept-language': textAt(place),
  };
  return new Promise((resolve, reject) => {
    request(`${url}/c/${key}?${query}`, { headers, timeout: 10_000 }, (answer) => {
      answer.resume();
      const { searchParams } = new URL(answer.headers.location ?? 'about:blank');
      answer.once('end', () => resolve(searchParams.get('c') ?? ''));
    })
      .once('error', reject)
      .end();
  });
}

/** Escapes only what a query string requires, which is less than a browser escapes. */
export const asSent = (text: string): string => text.replace(/[ #&+%]/g, encodeURIComponent);

function hostilePostback(url: string, place: number, fields: Record<string, string>): Promise<void> {
  const text = asSent(textAt(place));
  const named = ['status', 'txid', 'type', 'param1', 'param2', 'param3', 'param4'];
  const values = { ...Object.fromEntries(named.map((name) => [name, text])), ...fields };
  const query = Object.entries({ ...values, param5: encodeURIComponent(formulaAt(place)) });
  const path = `/postback?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, timeout: 10_000 }, (answer) => {
      answer.resume();
      answer.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}
