import { CampaignSettings } from '@poklik/contract/campaigns';
import { LANGUAGES } from '@poklik/contract/language';
import { landingSnippet } from '@poklik/domain/campaigns/landing-snippet';
import { fillPlaceholders } from '@poklik/domain/instructions/guide-text';
import { JSDOM, VirtualConsole } from 'jsdom';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import {
  ask,
  DESKTOP,
  serveTestTracker,
  type TestTracker,
  temporaryFolder,
  until,
} from '../../testing/test-tracker.ts';
import { clickIds } from '../../tracking/click-id.ts';
import { shippedGuides } from './shipped-guides.ts';

let product: TestApp;
let tracker: TestTracker;
let owner: Person;
let campaign: { id: number; key: string; tracking_url: string; postback_url: string; postback_key: string };
let clickId: string;

beforeAll(async () => {
  product = await createTestApp();
  tracker = await serveTestTracker(product.services, await temporaryFolder());
  owner = await product.person();
  campaign = await newCampaign({ name: 'Guide' });
  clickId = clickIds()(Date.now(), campaign.id);
  await until(async () => (await ask(tracker.port, `/i/${campaign.key}.gif`, { dnt: '1' })).status === 200);
});
afterAll(async () => {
  await tracker.close();
  await product.close();
});
afterEach(() => {
  tracker.log.events.length = 0;
  tracker.log.postbacks.length = 0;
});

async function newCampaign(settings: object): Promise<typeof campaign> {
  const body = { default_url: 'https://shop.test/?c={click_id}', ...settings };
  const answer = await product.call('POST', '/companies', { token: owner.token, body });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data;
}

const samplesOf = (text: string): string[] =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => (code ?? '').trim());

/** As a reader of the guide sees it, but for the host: it leads to the tracker of this test. */
const filled = (sample: string): string => {
  const { publicUrl } = product.services.config;
  return fillPlaceholders(sample, {
    site_url: publicUrl,
    tracker_url: new URL(campaign.postback_url).origin,
    tracking_link: campaign.tracking_url,
    postback_url: campaign.postback_url,
    postback_key: campaign.postback_key,
    campaign_key: campaign.key,
  }).replaceAll(publicUrl, `http://127.0.0.1:${tracker.port}`);
};

/** Opens a page with the samples in their order, as an owner would paste them, and reports what it complained about. */
async function openPage(html: string, query: string): Promise<{ errors: Error[]; field: string }> {
  const errors: Error[] = [];
  const sent: Promise<unknown>[] = [];
  const headers = { 'user-agent': DESKTOP };
  const virtualConsole = new VirtualConsole().on('jsdomError', (error) => errors.push(error));
  const { window } = new JSDOM(`<!doctype html><input id="click_id">${html}`, {
    url: `http://127.0.0.1:${tracker.port}/landing?${query}`,
    runScripts: 'dangerously',
    resources: 'usable',
    virtualConsole,
    beforeParse(page) {
      page.navigator.sendBeacon = (url, body) => {
        sent.push(fetch(url, { method: 'POST', headers, body: new URLSearchParams(body.toString()) }));
        return true;
      };
    },
  });
  await new Promise<void>((resolve) => window.addEventListener('load', resolve));
  for (const { src } of window.document.querySelectorAll('img')) sent.push(fetch(src, { headers }));
  await Promise.all(sent);
  const field = window.document.querySelector('#click_id')?.value ?? '';
  window.close();
  return { errors, field };
}

/** What the network or the traffic source puts in place of its macros. */
const withValues = (address: string): string =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => (/click|aff_sub|cid/.test(name) ? clickId : '5'));

const GUIDES = shippedGuides().flatMap(({ slug, body }) =>
  LANGUAGES.map((language) => [slug, language, samplesOf(body[language])] as const),
);

describe('the samples of the guides', () => {
  it('are the same in every language', () => {
    for (const { body } of shippedGuides()) expect(samplesOf(body.ru)).toEqual(samplesOf(body.ua));
    for (const { body } of shippedGuides()) expect(samplesOf(body.en)).toEqual(samplesOf(body.ua));
    expect(samplesOf(shippedGuides().find(({ slug }) => slug === 'pixel')?.body.en ?? '')).toContain(
      landingSnippet('{{tracker_url}}'),
    );
    expect(GUIDES.flatMap(([, , samples]) => samples).length).toBeGreaterThan(30);
  });

  it.each(GUIDES.filter(([, , samples]) => samples.length > 0))(
    'of %s in %s work as they stand',
    async (_, __, samples) => {
      const page = samples.filter((sample) => sample.startsWith('<')).map(filled);
      for (const sample of samples.filter((each) => !each.startsWith('<'))) await expectToWork(filled(sample));
      if (page.length === 0) return;
      const html = page.join('\n').replaceAll('CLICK_ID', clickId).replaceAll('ORDER', 'N-7');
      expect(await openPage(html, `click_id=${clickId}`)).toEqual({ errors: [], field: clickId });
      const { events, postbacks } = tracker.log;
      expect(events.map(({ name }) => name).sort()).toEqual(['add_to_cart', 'impression', 'page_view']);
      const reported = { source: 'pixel', clickId, verdict: 'waiting', fields: { payout: '12.5' } };
      expect(postbacks).toMatchObject([reported, reported]);
      expect(postbacks.map(({ fields }) => fields.transactionId).sort()).toEqual(['N-7', 'N-7-1']);
    },
  );

  it('of the pixel guide of the first release still work, wherever they stand', async () => {
    const script = `<script src="http://127.0.0.1:${tracker.port}/t.js"></script>`;
    const call = "<script>poklik.event('old'); poklik.convert({ payout: '3' }); poklik.clickId();</script>";
    expect((await openPage(script + call, `click_id=${clickId}`)).errors).toEqual([]);
    expect(tracker.log.events.map(({ name }) => name).sort()).toEqual(['old', 'page_view']);
    expect(tracker.log.postbacks).toMatchObject([{ clickId, fields: { payout: '3' } }]);
  });
});

async function expectToWork(sample: string): Promise<void> {
  const origin = `http://127.0.0.1:${tracker.port}`;
  if (sample.startsWith('curl ')) {
    const [, header = '', address = ''] = /-H "([^"]+)" "([^"]+)"$/.exec(sample) ?? [];
    const { pathname, search } = new URL(address);
    expect([header, pathname.slice(0, 4)]).toEqual(['Authorization: Bearer YOUR_TOKEN', '/v1/']);
    const answer = await product.call('GET', `${pathname.slice(3)}${search}`, { token: owner.token });
    return expect(answer.statusCode, sample).toBe(200);
  }
  if (sample.startsWith(origin)) {
    const { pathname, search } = new URL(withValues(sample));
    const { status } = await ask(tracker.port, `${pathname}${search}`);
    return expect(status, sample).toBe(pathname.startsWith('/c/') ? 302 : 200);
  }
  // An address of somebody else: it has to be one that the campaign form takes.
  const address = sample.includes('{payout}')
    ? { default_url: 'https://shop.test/', outgoing_postbacks: [{ url: sample, statuses: ['approved'] }] }
    : { default_url: sample };
  expect(CampaignSettings.safeParse({ name: 'Sample', ...address }).error, sample).toBeUndefined();
}
