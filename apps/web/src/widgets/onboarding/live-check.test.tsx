import { createHmac } from 'node:crypto';
import { type Campaign, CampaignBody } from '@poklik/contract/campaigns';
import { type Click, clicksApi } from '@poklik/contract/clicks';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import { conversionsApi } from '@poklik/contract/conversions';
import type { Permission } from '@poklik/contract/permissions';
import { profileApi } from '@poklik/contract/profile';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { LiveCheck } from './live-check.tsx';

const CAMPAIGN: Campaign = {
  ...CampaignBody.parse({ name: 'Summer', default_url: 'https://shop.example', status: 'active' }),
  id: 5,
  key: 'k3y',
  version: 1,
  postback_key: 'secret',
  tracking_url: 'https://go.example/c/k3y',
  postback_url: 'https://go.example/postback?key=secret',
  stats: null,
  today: null,
  sparkline: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const OLD = '1'.repeat(30);
const NEW = '2'.repeat(30);
const LINKS = { links: { prev: null, next: null } };
const META = { meta: { current_page: 1, last_page: 1, per_page: 10, total: 1, links: [] } };
/** Slightly longer than the polling interval. */
const SOON_MS = 2_000;
const LATE_MS = 25_000;

const click = (id: string, changes: Partial<Click> = {}): Click => ({
  click_id: id,
  at: '2026-01-01T00:00:00.000Z',
  campaign: { id: 5, name: 'Summer' },
  version: 1,
  rule: 0,
  destination: 0,
  verdict: 'counted',
  is_bot: false,
  is_unique: true,
  ip: '192.0.2.0',
  country: 'UA',
  language: 'uk',
  device: 'desktop',
  os: 'linux',
  browser: 'chrome',
  user_agent: 'Chrome',
  referrer_host: 'localhost',
  subs: [],
  external_id: '',
  cost: null,
  cost_state: 'known',
  cost_currency: 'USD',
  final_url: 'https://shop.example',
  state: 'open',
  ...changes,
});

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

interface FakeTracker {
  clicks: Click[];
  verdict: PostbackResult;
  tracker: { status: number; word: string };
  /** The queries that reached the tracker. */
  postbacks: string[];
}

async function open({
  campaign = CAMPAIGN,
  permissions = ['conversions:read', 'conversions:write'] as Permission[],
}: {
  campaign?: Campaign | null;
  permissions?: Permission[];
} = {}) {
  const world: FakeTracker = {
    clicks: [click(OLD)],
    verdict: 'waiting',
    tracker: { status: 200, word: 'queued' },
    postbacks: [],
  };
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ permissions })));
  server.on(clicksApi.list, () => answered(clicksApi.list, { data: world.clicks, ...LINKS, ...META }));
  server.on(conversionsApi.postbacks, ({ query }) => {
    const isCounted = world.verdict === 'accepted';
    const data = [
      {
        id: NEW,
        campaign: { id: 5, name: 'Summer' },
        click_id: NEW,
        received_at: '2026-01-01T00:00:00.000Z',
        method: 'GET',
        ip: '192.0.2.0',
        raw_query: `txid=${query.get('search')}`,
        source: 'postback' as const,
        verdict: world.verdict,
        conversion_id: isCounted ? 'c0nv3rs10n' : null,
        network: null,
        is_waiting: world.verdict === 'waiting',
      },
    ];
    return answered(conversionsApi.postbacks, { data, ...LINKS, ...META });
  });
  const ofApi = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.startsWith('/postback?')) return ofApi(url, init);
    world.postbacks.push(url.slice('/postback?'.length));
    return new Response(world.tracker.word, { status: world.tracker.status });
  });
  const user = userEvent.setup({ delay: null });
  await renderAt(<LiveCheck campaign={campaign} />, { at: '/en/instructions', language: 'en' });
  return { world, user };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Headings end with the state of the step. */
const steps = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent);

const step = (place: number, name: string) => waitFor(() => expect(steps()[place]).toBe(name));

/** Clicks the link without opening a tab, which jsdom cannot do. */
async function follow(user: ReturnType<typeof userEvent.setup>) {
  const link = await screen.findByRole('link', { name: 'Send test click' });
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
}

async function clicked(world: FakeTracker, user: ReturnType<typeof userEvent.setup>) {
  await follow(user);
  world.clicks = [click(NEW), click(OLD)];
  await pass(SOON_MS);
  await user.click(await screen.findByRole('button', { name: 'Send test postback' }));
}

describe('live check', () => {
  it('completes the click step, then the postback step', async () => {
    const { world, user } = await open();
    expect(await screen.findByRole('link', { name: 'Send test click' })).toHaveAttribute(
      'href',
      'https://go.example/c/k3y',
    );
    await follow(user);
    await step(0, 'Test click (in progress)');
    world.clicks = [click('3'.repeat(30), { referrer_host: 'news.example' }), click(OLD)];
    await pass(SOON_MS);
    expect(steps()[0], 'the click of a visitor is not taken for the test').toBe('Test click (in progress)');
    world.clicks = [...world.clicks, click(NEW)];
    await pass(SOON_MS);
    await step(0, 'Test click (done)');
    await step(1, 'Test postback (not started)');
    await user.click(await screen.findByRole('button', { name: 'Send test postback' }));
    await pass(SOON_MS);
    await step(1, 'Test postback (in progress)');
    world.verdict = 'accepted';
    await pass(SOON_MS);
    await step(1, 'Test postback (done)');
    expect(screen.getByRole('link', { name: 'Open conversion' })).toHaveAttribute(
      'href',
      '/en/conversions?id=c0nv3rs10n',
    );
    expect(world.postbacks).toHaveLength(1);
    expect(world.postbacks[0]).toMatch(new RegExp(`^cid=${NEW}&txid=test-[0-9a-z]+&payout=0&key=secret$`));
  });

  it('recognizes the test click after the clock was set back', async () => {
    const { world, user } = await open();
    await follow(user);
    world.clicks = [click(OLD), click('0'.repeat(30))];
    await pass(SOON_MS);
    await step(0, 'Test click (done)');
  });

  it.each([
    ['a named rule', 2, 2, 'Rule 2 “Poland” sent it to https://shop.example/pl.'],
    ['a rule without a name', 1, 2, 'Rule 1 sent it to'],
    ['a rule of another version', 2, 1, 'Rule 2 sent it to'],
    ['no rule', 0, 2, 'No rule matched, so it went to'],
  ])('proves a rule: %s chose the destination', async (_, rule, version, text) => {
    const target = { weight: 1, active: true, name: '', url: 'https://shop.example/pl' };
    const [unnamed, named] = ['', 'Poland'].map((name) => ({
      ...{ name, active: true, match: 'all' as const, destinations: [target] },
      conditions: [{ dimension: 'country' as const, operator: 'in' as const, values: ['PL'] }],
    }));
    const rules = [unnamed, named] as Campaign['rules'];
    const { world, user } = await open({ campaign: { ...CAMPAIGN, version: 2, rules } });
    await follow(user);
    world.clicks = [click(NEW, { rule, version, final_url: target.url }), click(OLD)];
    await pass(SOON_MS);
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See why' })).toHaveAttribute(
      'href',
      `/en/conversions?tab=clicks&id=${NEW}`,
    );
  });

  it('explains why a click is not counted and offers no postback', async () => {
    const { world, user } = await open();
    await follow(user);
    world.clicks = [click(NEW, { verdict: 'excluded' })];
    await pass(SOON_MS);
    await step(0, 'Test click (failed)');
    expect(await screen.findByText(/aren’t counted/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open blocklist' })).toHaveAttribute('href', '/en/black-list');
    expect(screen.queryByRole('button', { name: 'Send test postback' })).not.toBeInTheDocument();
  });

  it('shows hints if no click arrives and keeps polling', async () => {
    const { world, user } = await open();
    await follow(user);
    await pass(LATE_MS);
    expect(await screen.findByText(/No click yet/)).toBeVisible();
    world.clicks = [click(NEW)];
    await pass(SOON_MS);
    await step(0, 'Test click (done)');
  });

  it.each([
    [401, 'bad_key', /Invalid key/],
    [401, 'ip_refused', /only from allowed IPs/],
    [404, 'unknown_click', /Click not found/],
    [429, 'too_many', /Too many postbacks/],
    [503, 'not_recorded', /temporarily unavailable/],
    [502, '<html>', /Couldn’t send/],
  ])('explains the tracker response %i %s', async (status, word, text) => {
    const { world, user } = await open();
    world.tracker = { status, word };
    await clicked(world, user);
    await pass(SOON_MS);
    await step(1, 'Test postback (failed)');
    expect(screen.getByText(text)).toBeVisible();
  });

  it('shows why an accepted postback is not counted', async () => {
    const { world, user } = await open();
    world.verdict = 'no_rate';
    await clicked(world, user);
    await pass(SOON_MS);
    await step(1, 'Test postback (failed)');
    expect(screen.getByText(/no exchange rate/)).toBeVisible();
  });

  it('signs the postback if the campaign requires it', async () => {
    vi.stubGlobal('isSecureContext', true);
    const { world, user } = await open({ campaign: { ...CAMPAIGN, postback_signed: true } });
    await clicked(world, user);
    await waitFor(() => expect(world.postbacks).toHaveLength(1));
    const [, text = '', signature] = /^(.*&ts=\d+)&sig=([0-9a-f]{64})$/.exec(world.postbacks[0] ?? '') ?? [];
    expect(signature).toBe(createHmac('sha256', 'secret').update(text).digest('hex'));
    expect(text).not.toContain('secret');
  });

  it.each([
    ['a draft', { campaign: { ...CAMPAIGN, status: 'draft' as const } }, /isn’t active/],
    ['a missing campaign', { campaign: null }, /Create a campaign first/],
    ['a read-only member', { permissions: ['conversions:read'] as Permission[] }, /permission to edit conversions/],
  ])('shows no buttons for %s and says why', async (_, options, text) => {
    await open(options);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Send test click' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
