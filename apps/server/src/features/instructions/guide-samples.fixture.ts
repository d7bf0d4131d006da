import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Conversion } from '@poklik/contract/conversions';
import { LANGUAGES } from '@poklik/contract/language';
import { fillPlaceholders } from '@poklik/domain/instructions/guide-text';
import { JSDOM, VirtualConsole } from 'jsdom';
import { expect, vi } from 'vitest';
import { DESKTOP, sendRequest, temporaryFolder } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, WAIT } from '../../testing/tracked-app.ts';

export interface Sample {
  language: string;
  code: string;
}

/** Every fenced block of a guide. A fence that isn't at the start of its line would break a numbered list on the page. */
export function samplesOf(guide: string): Sample[] {
  const samples = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code: code.trim(),
  }));
  expect(guide.match(/```/g)?.length ?? 0).toBe(samples.length * 2);
  return samples;
}

/** The rows of the table in the guide that names parameters, their macros and their subs. */
export const parametersOf = (guide: string): { name: string; macro: string; sub: string }[] =>
  [...guide.matchAll(/^\| `(\w+)` \| `(\S+)` \| `(sub\d+)` \|$/gm)].map(([, name = '', macro = '', sub = '']) => ({
    name,
    macro,
    sub,
  }));

interface GuideCampaign {
  id: number;
  key: string;
  postback_key: string;
  tracking_url: string;
  postback_url: string;
}

export interface GuideWorld {
  tracked: TrackedApp;
  /** Origin of the tracker. */
  tracker: string;
  /** A visitor's click on the campaign of the guides; resolves with its ID. */
  click(): Promise<string>;
  /** Runs a sample as a reader would, once however many languages show it. `html` samples of a guide are one page: see `openPage`. */
  run(sample: Sample): Promise<void>;
  /** The sample as the page shows it, with the reader's own values and without the parts that the reader replaces. */
  filled(code: string, clickId?: string): string;
  close(): Promise<void>;
}

const run = promisify(execFile);

/** POSIX time zone in which it's already tomorrow, so that yesterday's statistics have today's clicks. */
const TOMORROW = 'NEXT-24';
const TOMORROW_CLOCK = 'data:text/javascript,const now=Date.now;Date.now=()=>now()%2B864e5';

/** What a traffic source or a network writes in place of its macros. */
const macroValue = (macro: string, clickId: string): string => {
  if (['{click_id}', '{aff_sub}'].includes(macro)) return clickId;
  if (['{payout}', '{amount}'].includes(macro)) return '12.50';
  if (macro === '{status}') return 'approved';
  return macro.replace(/\W+/g, '-').slice(1, -1);
};
const withValues = (url: string, clickId = ''): string =>
  url.replace(/\{+[\w.]+\}+/g, (macro) => macroValue(macro, clickId));

export async function createGuideWorld(
  parameters: { name: string; macro: string; sub: string }[],
): Promise<GuideWorld> {
  const tracked = await createTrackedApp({ outgoing: { allowLoopback: true, dnsServers: [] } });
  const { product, port } = tracked;
  const tracker = `http://127.0.0.1:${port}`;
  await product.services.pool.query('update tariffs set campaigns_limit = null');
  const site = await product.app.listen({ port: 0, host: '127.0.0.1' });
  // Built on first use: building them later would block the process for longer than its connections stay open.
  for (const language of LANGUAGES) await product.app.inject(`/v1/docs?lang=${language}`);
  const folder = await temporaryFolder();
  // curl reports HTTP errors as failures only if told to; the samples stay as they are.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  const settings = { params: parameters, external_id_param: 'click', external_id_macro: '{clickid}' };
  const newCampaign = async (name: string, change: object = {}): Promise<GuideCampaign> =>
    (await tracked.newCampaign({ name, ...settings, ...change })) as GuideCampaign;
  const campaign = await newCampaign('Guide samples');
  const token = await newToken(tracked);
  const done = new Map<string, Promise<void>>();
  let count = 0;
  const unique = (): string => `Sample ${++count}`;

  const click = (of = campaign): Promise<string> => tracked.click(of, {}, 'click=ext-7');

  const filled: GuideWorld['filled'] = (code, clickId = '') =>
    fillPlaceholders(code, {
      site_url: site,
      tracker_url: tracker,
      tracking_link: campaign.tracking_url.replace(/^https:\/\/[^/]+/, tracker),
      postback_url: campaign.postback_url.replace(/^https:\/\/[^/]+/, tracker),
      postback_key: campaign.postback_key,
      campaign_key: campaign.key,
    })
      .replaceAll('YOUR_TOKEN', token)
      .replaceAll('CLICK_ID', clickId);

  const expectConversion = async (clickId: string, expected: Partial<Conversion>): Promise<void> =>
    expect((await tracked.arrived(clickId))[0]).toMatchObject({ payout: '12.50', ...expected });

  /** Of a postback: the result is known at once, or a moment later if the machine is busy. */
  const expectPostback = async (response: string, clickId: string): Promise<void> => {
    expect(['accepted', 'queued']).toContain(response.trim());
    await expectConversion(clickId, { status: 'approved', source: 'postback' });
  };

  async function runLink(url: string): Promise<void> {
    const sent = new URL(withValues(url));
    const { status, headers } = await sendRequest(port, `${sent.pathname}${sent.search}`);
    expect(status, url).toBe(302);
    const clickId = new URL(headers.location ?? '').searchParams.get('c') ?? '';
    await tracked.known(clickId);
    const { subs } = (await tracked.call('GET', `/clicks/${clickId}`)).body.data as { subs: string[] };
    const expected = parameters.map(({ name }) => sent.searchParams.get(name));
    expect(subs.slice(0, parameters.length), url).toEqual(expected);
    expect(subs.join('')).not.toBe('');
  }

  async function runDestination(url: string): Promise<void> {
    const made = await newCampaign(unique(), { default_url: url });
    const { headers } = await sendRequest(
      port,
      `/c/${made.key}?${parameters.map(({ name }) => `${name}=7`).join('&')}`,
    );
    const location = new URL(headers.location ?? '');
    expect(location.host).toBe('shop.example');
    expect([...location.searchParams.values()].join(''), url).toMatch(/^[\w-]+$/);
  }

  async function runOutgoing(url: string): Promise<void> {
    const received: string[] = [];
    const source = createServer((req, res) => {
      received.push(req.url ?? '');
      res.end();
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const local = url.replace('https://source.example', `http://127.0.0.1:${(source.address() as AddressInfo).port}`);
    const made = await newCampaign(unique(), { outgoing_postbacks: [{ url: local, statuses: ['approved'] }] });
    const clickId = await click(made);
    await tracked.postback(`cid=${clickId}&payout=12.50`, made);
    await vi.waitFor(() => expect(received).toEqual(['/postback?click=ext-7&value=12.50']), WAIT);
    await new Promise((resolve) => source.close(resolve));
  }

  async function runUrl(code: string): Promise<void> {
    const url = filled(code);
    if (url.startsWith('https://shop.example/')) return runDestination(url);
    if (url.startsWith('https://source.example/')) return runOutgoing(url);
    const path = url.startsWith(`${tracker}/`) ? url.slice(tracker.length) : '';
    if (path.startsWith('/c/') && path.endsWith('+')) {
      const page = await sendRequest(port, path);
      return expect([page.status, page.body]).toEqual([200, expect.stringContaining('https://shop.test/')]);
    }
    if (path.startsWith('/c/')) return runLink(url);
    if (!path.startsWith('/postback?')) throw new Error(`Don't know how to open ${url}`);
    const clickId = await click();
    await expectPostback((await sendRequest(port, withValues(path, clickId))).body, clickId);
  }

  /** A program either sends a postback for a click, or reads or writes through the API. */
  async function runProgram(code: string, start: (code: string, isStatistics: boolean) => Promise<string>) {
    const clickId = code.includes('CLICK_ID') ? await click() : '';
    if (code.includes('/statistics')) await tracked.known(await click());
    const output = await start(filled(code, clickId), code.includes('/statistics'));
    if (clickId !== '') return expectPostback(output, clickId);
    if (code.includes('/statistics')) return expect(output).toContain('Guide samples');
    expect((JSON.parse(output).data as GuideCampaign).tracking_url).toContain('/c/');
  }

  const runShell = async (code: string, isStatistics: boolean): Promise<string> => {
    const env = { ...process.env, HOME: folder, ...(isStatistics ? { TZ: TOMORROW } : {}) };
    return (await run('bash', ['-e', '-c', code], { cwd: folder, env })).stdout;
  };
  const runNode = async (code: string, isStatistics: boolean): Promise<string> => {
    const path = join(folder, `sample-${++count}.mjs`);
    await writeFile(path, code);
    const clock = isStatistics ? ['--import', TOMORROW_CLOCK] : [];
    return (await run(process.execPath, [...clock, path])).stdout;
  };

  async function start({ language, code }: Sample): Promise<void> {
    if (language === 'url') return runUrl(code);
    if (language === 'bash') return runProgram(code, runShell);
    if (language === 'js') return runProgram(code, runNode);
    throw new Error(`Don't know how to run a sample in "${language}"`);
  }

  return {
    tracked,
    tracker,
    click,
    filled,
    run(sample) {
      const key = JSON.stringify(sample);
      const started = done.get(key) ?? start(sample);
      done.set(key, started);
      return started;
    },
    close: () => tracked.close(),
  };
}

async function newToken({ product, owner }: TrackedApp): Promise<string> {
  await product.services.pool.query('update users set email_verified_at = now() where id = $1', [owner.id]);
  const body = { name: 'Guides', scopes: ['campaigns:read', 'campaigns:write', 'statistics:read'] };
  return (await product.call('POST', '/api_tokens', { token: owner.token, body })).json().data.token;
}

export interface OpenedPage {
  errors: Error[];
  /** What the order form would send. */
  field: string;
  /** HTTP status of each image and beacon. */
  statuses: number[];
  /** Functions that the script offers the page. */
  functions: string[];
}

/** Opens a page with this markup, as an owner would paste it. */
export async function openPage(html: string, url: string): Promise<OpenedPage> {
  const errors: Error[] = [];
  const sent: Promise<Response>[] = [];
  const headers = { 'user-agent': DESKTOP };
  const virtualConsole = new VirtualConsole().on('jsdomError', (error) => errors.push(error));
  const { window } = new JSDOM(`<!doctype html>${html}`, {
    url,
    runScripts: 'dangerously',
    resources: 'usable',
    virtualConsole,
    beforeParse(page) {
      page.navigator.sendBeacon = (address, body) => {
        sent.push(fetch(address, { method: 'POST', headers, body: new URLSearchParams(body.toString()) }));
        return true;
      };
    },
  });
  await new Promise<void>((resolve) => window.addEventListener('load', resolve));
  for (const { src } of window.document.querySelectorAll('img')) sent.push(fetch(src, { headers }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  const field = window.document.querySelector('#click_id')?.value ?? '';
  const functions = Object.keys(window.poklik ?? {}).filter((name) => typeof window.poklik?.[name] === 'function');
  window.close();
  return { errors, field, statuses, functions };
}
