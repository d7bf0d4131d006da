import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Conversion } from '@poklik/contract/conversions';
import { LANGUAGES } from '@poklik/contract/language';
import { fillPlaceholders } from '@poklik/domain/instructions/guide-text';
import { expect, vi } from 'vitest';
import { sendRequest, temporaryFolder } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, WAIT } from '../../testing/tracked-app.ts';
import { startLocalSource } from './local-source.fixture.ts';

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

type Parameter = ReturnType<typeof parametersOf>[number];

export async function createGuideWorld(parameters: Parameter[]): Promise<GuideWorld> {
  const tracked = await createTrackedApp({ outgoing: { allowLoopback: true, dnsServers: [] } });
  const { product } = tracked;
  await product.services.pool.query('update tariffs set campaigns_limit = null');
  const site = await product.app.listen({ port: 0, host: '127.0.0.1' });
  // Built on first use: building them later would block the process for longer than its connections stay open.
  for (const language of LANGUAGES) await product.app.inject(`/v1/docs?lang=${language}`);
  const folder = await temporaryFolder();
  // curl reports HTTP errors as failures only if told to; the samples stay as they are.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  const campaign = await newCampaign(tracked, parameters, 'Guide samples');
  const token = await newToken(tracked);
  return new SampleRunner({ tracked, parameters, site, folder, campaign, token });
}

const newCampaign = async (
  tracked: TrackedApp,
  params: Parameter[],
  name: string,
  change: object = {},
): Promise<GuideCampaign> => {
  const settings = { params, external_id_param: 'click', external_id_macro: '{clickid}' };
  return (await tracked.newCampaign({ name, ...settings, ...change })) as GuideCampaign;
};

interface Setup {
  tracked: TrackedApp;
  parameters: Parameter[];
  /** Origin of the API. */
  site: string;
  /** Home folder of the samples. */
  folder: string;
  campaign: GuideCampaign;
  token: string;
}

class SampleRunner implements GuideWorld {
  readonly tracked: TrackedApp;
  readonly tracker: string;
  readonly #setup: Setup;
  readonly #done = new Map<string, Promise<void>>();
  #count = 0;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.tracked = setup.tracked;
    this.tracker = `http://127.0.0.1:${setup.tracked.port}`;
  }

  click(of = this.#setup.campaign): Promise<string> {
    return this.tracked.click(of, {}, 'click=ext-7');
  }

  run(sample: Sample): Promise<void> {
    const key = JSON.stringify(sample);
    const started = this.#done.get(key) ?? this.#start(sample);
    this.#done.set(key, started);
    return started;
  }

  filled(code: string, clickId = ''): string {
    const { site, campaign, token } = this.#setup;
    return fillPlaceholders(code, {
      site_url: site,
      tracker_url: this.tracker,
      tracking_link: campaign.tracking_url.replace(/^https:\/\/[^/]+/, this.tracker),
      postback_url: campaign.postback_url.replace(/^https:\/\/[^/]+/, this.tracker),
      postback_key: campaign.postback_key,
      campaign_key: campaign.key,
    })
      .replaceAll('YOUR_TOKEN', token)
      .replaceAll('CLICK_ID', clickId);
  }

  close(): Promise<void> {
    return this.tracked.close();
  }

  async #start({ language, code }: Sample): Promise<void> {
    if (language === 'url') return this.#runUrl(code);
    if (language === 'json') return this.#runBody(code);
    if (language === 'bash') return this.#runProgram(code, (text, isStatistics) => this.#runShell(text, isStatistics));
    if (language === 'js') return this.#runProgram(code, (text, isStatistics) => this.#runNode(text, isStatistics));
    throw new Error(`Don't know how to run a sample in "${language}"`);
  }

  #newCampaign(change: object): Promise<GuideCampaign> {
    this.#count += 1;
    return newCampaign(this.tracked, this.#setup.parameters, `Sample ${this.#count}`, change);
  }

  async #runUrl(code: string): Promise<void> {
    const { port } = this.tracked;
    const url = this.filled(code);
    if (url.startsWith('https://shop.example/')) return this.#runDestination(url);
    if (url.startsWith('https://source.example/')) return this.#runOutgoing(url);
    const path = url.startsWith(`${this.tracker}/`) ? url.slice(this.tracker.length) : '';
    if (path.startsWith('/c/') && path.endsWith('+')) {
      const page = await sendRequest(port, path);
      return expect([page.status, page.body]).toEqual([200, expect.stringContaining('https://shop.test/')]);
    }
    if (path.includes('?lpurl=')) return this.#runParallel(path);
    if (path.startsWith('/c/')) return this.#runLink(url);
    if (!path.startsWith('/postback?')) throw new Error(`Don't know how to open ${url}`);
    const clickId = await this.click();
    await this.#expectPostback((await sendRequest(port, withValues(path, clickId))).body, clickId);
  }

  async #runLink(url: string): Promise<void> {
    const { parameters } = this.#setup;
    const sent = new URL(withValues(url));
    const { status, headers } = await sendRequest(this.tracked.port, `${sent.pathname}${sent.search}`);
    expect(status, url).toBe(302);
    const clickId = new URL(headers.location ?? '').searchParams.get('c') ?? '';
    await this.tracked.known(clickId);
    const { subs } = (await this.tracked.call('GET', `/clicks/${clickId}`)).body.data as { subs: string[] };
    const expected = parameters.map(({ name }) => sent.searchParams.get(name));
    expect(subs.slice(0, parameters.length), url).toEqual(expected);
    expect(subs.join('')).not.toBe('');
  }

  /** As the traffic source fills it in, for a campaign that is set up like the guide says. */
  async #runParallel(path: string): Promise<void> {
    const made = await this.#newCampaign({ entry: 'parallel', script_hosts: ['shop.example'] });
    const sent = path
      .replace(this.#setup.campaign.key, made.key)
      .replace('{lpurl}', encodeURIComponent('https://shop.example/?a=1'));
    const { status, headers } = await sendRequest(this.tracked.port, sent);
    expect([status, headers.location]).toEqual([302, 'https://shop.example/?a=1']);
  }

  async #runDestination(url: string): Promise<void> {
    const made = await this.#newCampaign({ default_url: url });
    const query = this.#setup.parameters.map(({ name }) => `${name}=7`).join('&');
    const { headers } = await sendRequest(this.tracked.port, `/c/${made.key}?${query}`);
    const location = new URL(headers.location ?? '');
    expect(location.host).toBe('shop.example');
    expect([...location.searchParams.values()].join(''), url).toMatch(/^[\w-]+$/);
  }

  #runOutgoing(url: string): Promise<void> {
    return this.#expectOutgoing({ url }, '/postback?click=ext-7&value=12.50');
  }

  #runBody(body: string): Promise<void> {
    return this.#expectOutgoing(
      { url: 'https://source.example/', ...{ method: 'POST', body_type: 'json', body } },
      '/{"event":"lead","click":"ext-7","value":12.50}',
    );
  }

  async #expectOutgoing({ url, ...postback }: { url: string } & object, expected: string): Promise<void> {
    const source = await startLocalSource();
    const local = { ...postback, url: url.replace('https://source.example', source.url), statuses: ['approved'] };
    const made = await this.#newCampaign({ outgoing_postbacks: [local] });
    const clickId = await this.click(made);
    await this.tracked.postback(`cid=${clickId}&payout=12.50`, made);
    await vi.waitFor(() => expect(source.received).toEqual([expected]), WAIT);
    await source.close();
  }

  /** A program either sends a postback for a click, or reads or writes through the API. */
  async #runProgram(code: string, start: (code: string, isStatistics: boolean) => Promise<string>): Promise<void> {
    const clickId = code.includes('CLICK_ID') ? await this.click() : '';
    if (code.includes('/statistics')) await this.tracked.known(await this.click());
    const output = await start(this.filled(code, clickId), code.includes('/statistics'));
    if (clickId !== '') return this.#expectPostback(output, clickId);
    if (code.includes('/statistics')) return expect(output).toContain('Guide samples');
    if (code.includes('companies_related')) return expect(JSON.parse(output).data.campaigns).toBeInstanceOf(Array);
    if (code.includes('/v"')) return this.tracked.known((JSON.parse(output) as { click_id: string }).click_id);
    expect((JSON.parse(output).data as GuideCampaign).tracking_url).toContain('/c/');
  }

  async #runShell(code: string, isStatistics: boolean): Promise<string> {
    const { folder } = this.#setup;
    const env = { ...process.env, HOME: folder, ...(isStatistics ? { TZ: TOMORROW } : {}) };
    return (await run('bash', ['-e', '-c', code], { cwd: folder, env })).stdout;
  }

  async #runNode(code: string, isStatistics: boolean): Promise<string> {
    this.#count += 1;
    const path = join(this.#setup.folder, `sample-${this.#count}.mjs`);
    await writeFile(path, code);
    const clock = isStatistics ? ['--import', TOMORROW_CLOCK] : [];
    return (await run(process.execPath, [...clock, path])).stdout;
  }

  /** Of a postback: the result is known at once, or a moment later if the machine is busy. */
  async #expectPostback(response: string, clickId: string): Promise<void> {
    expect(['accepted', 'queued']).toContain(response.trim());
    const expected: Partial<Conversion> = { payout: '12.50', status: 'approved', source: 'postback' };
    expect((await this.tracked.arrived(clickId))[0]).toMatchObject(expected);
  }
}

async function newToken({ product, owner }: TrackedApp): Promise<string> {
  await product.services.pool.query('update users set email_verified_at = now() where id = $1', [owner.id]);
  const body = { name: 'Guides', scopes: ['campaigns:read', 'campaigns:write', 'statistics:read'] };
  return (await product.call('POST', '/api_tokens', { token: owner.token, body })).json().data.token;
}
