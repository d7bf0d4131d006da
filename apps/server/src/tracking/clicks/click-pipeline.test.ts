import { CLICK_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { describe, expect, it } from 'vitest';
import { type SettingsChange, settingsOf } from '../../testing/test-tracker.ts';
import type { BlackListRow } from '../addresses/black-list.ts';
import { compileCampaign, packSettings } from '../campaigns/compiled-campaign.ts';
import { DropReason } from './click-context.ts';
import { campaignOf, passer } from './click-pipeline.fixture.ts';
import { CLICK_STEPS } from './click-pipeline.ts';
import { parseLinkParameters } from './steps/link-parameters.ts';
import type { Visit } from './visit.ts';

const to = (name: string, weight = 1) => ({ name, url: `https://${name}.test/`, weight, active: true });

it('gives campaigns that were saved before a setting existed its default', () => {
  const { routing_page_query: _, cost_scale: __, ...old } = settingsOf({});
  const packed = packSettings(JSON.stringify(old));
  const { settings } = compileCampaign({
    ...{ id: 1, key: 'k', accountId: 1, version: 1, mark: '', postbackKey: '' },
    packed,
  });
  expect(settings).toMatchObject({ routing_page_query: true, cost_scale: 'unit' });
});

describe('click pipeline', () => {
  it("follows a schedule in the campaign's time zone across daylight saving changes", () => {
    const hours = ['7 02:30-03:30'];
    const pass = passer({
      timezone: 'Europe/Kyiv',
      rules: [
        {
          name: '',
          active: true,
          match: 'all',
          conditions: [{ dimension: 'schedule', operator: 'in', values: hours }],
          destinations: [to('night')],
        },
      ],
    });
    const isNight = (at: string) => pass(at).location === 'https://night.test/';
    // In March the clock jumps from 03:00 to 04:00, so half an hour of the rule does not occur.
    expect(
      ['2026-03-29T00:29:00Z', '2026-03-29T00:30:00Z', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(isNight),
    ).toEqual([false, true, true, false]);
    // In October the clock goes back from 04:00 to 03:00, so the half hour after 03:00 occurs twice.
    const autumn = ['24T23:29', '24T23:30', '25T00:29', '25T00:30', '25T01:00', '25T01:29', '25T01:30'];
    expect(autumn.map((at) => isNight(`2026-10-${at}:00Z`))).toEqual([false, true, true, false, true, true, false]);
  });

  it("counts a daily cap by the campaign's own day, clicks only", () => {
    const pass = passer({ timezone: 'America/New_York', daily_cap: 2, destinations: [to('own')] });
    const evening = '2026-06-01T23:00:00Z';
    for (let turn = 0; turn < 5; turn += 1) pass(evening, { isClick: false });
    expect([1, 2, 3].map(() => pass(evening).location)).toEqual([
      'https://own.test/',
      'https://own.test/',
      'https://default.test/',
    ]);
    // Midnight in UTC is not midnight in New York.
    expect(pass('2026-06-02T03:59:59Z').field('state')).toBe('capped');
    expect(pass('2026-06-02T04:00:00Z').location).toBe('https://own.test/');
  });

  it('starts and ends at the configured time', () => {
    const pass = passer({ start_at: '2026-06-01T10:00:00Z', end_at: '2026-06-01T11:00:00Z' });
    const states = [
      '2026-06-01T09:59:59.999Z',
      '2026-06-01T10:00:00Z',
      '2026-06-01T10:59:59.999Z',
      '2026-06-01T11:00:00Z',
    ];
    expect(states.map((at) => pass(at).field('state'))).toEqual(['not_started', 'open', 'open', 'ended']);
  });

  it('fills in every macro', () => {
    const url =
      'https://m.test/?{click_id}&{campaign_id}&{campaign_name}&{country}&{language}&{device}&{os}&{browser}&{sub1}&{sub10}&{external_id}&{cost}&{currency}&{timestamp}&{random}';
    const pass = passer({
      name: 'A & B',
      default_url: url,
      external_id_param: 'gclid',
      cost_model: 'cpc',
      cost_value: '0.05',
    });
    const { location } = pass('2026-06-01T10:00:00.900Z', { query: 'sub1=one&sub10=ten&gclid=g', random: 123 });
    expect(location).toBe(
      'https://m.test/?the-id&42&A%20%26%20B&DE&de&mobile&android&chrome&one&ten&g&0.05&USD&1780308000&000123',
    );
  });

  it('records the random value that chose the destination', () => {
    const pass = passer({ destinations: [to('a', 25), to('b', 75)] });
    expect(
      [0, 249_999, 250_000, 999_999].map(
        (random) => `${pass('2026-06-01T10:00:00Z', { random }).field('destination')} ${random}`,
      ),
    ).toEqual(['1 0', '1 249999', '2 250000', '2 999999']);
    expect(pass('2026-06-01T10:00:00Z', { random: 250_000 }).field('draw')).toBe('250000');
  });

  it('writes one field per column', () => {
    const pass = passer({ forward_query: true, default_url: 'https://d.test/' });
    const outcome = pass('2026-06-01T10:00:00Z', { query: 'sub1=a%09b%0Ac%5Cd&x=%09' });
    // A plain click is recorded as before there were offers.
    const columns = CLICK_COLUMNS.slice(
      0,
      CLICK_COLUMNS.findIndex(([name]) => name === 'offer_id'),
    );
    expect(columns.at(-1)?.[0]).toBe('state');
    expect('record' in outcome && outcome.record.split('\t')).toHaveLength(columns.length);
    expect('record' in outcome && outcome.record.includes('\n')).toBe(false);
    expect(outcome.field('sub1')).toBe('abc\\\\d');
  });
});

describe('dropped click', () => {
  const NOON = '2026-06-01T12:00:00Z';
  const block: BlackListRow = { id: 5, campaignId: null, range: '198.51.100.0/24', block: true };
  const cases: [DropReason, SettingsChange, Partial<Visit>, BlackListRow[]][] = [
    [DropReason.prefetch, {}, { isPrefetch: true }, []],
    [DropReason.unknownLink, {}, { key: 'other' }, []],
    [DropReason.draft, { status: 'draft' }, {}, []],
    [DropReason.paused, { status: 'paused', paused_fallback: 'gone' }, {}, []],
    [DropReason.archived, { status: 'archived' }, {}, []],
    [DropReason.notStarted, { start_at: '2026-06-02T00:00:00Z', paused_fallback: 'gone' }, {}, []],
    [DropReason.ended, { end_at: '2026-06-01T00:00:00Z', paused_fallback: 'gone' }, {}, []],
    [DropReason.capped, { daily_cap: 1, paused_fallback: 'gone' }, {}, []],
    [DropReason.blocked, {}, {}, [block]],
    [DropReason.adHit, { entry: 'parallel' }, {}, []],
  ];

  it('has a reason from a closed list', () => {
    expect(cases.map(([reason]) => reason)).toEqual(Object.values(DropReason));
  });

  it.each(cases)('%s is counted', (reason, change, visit, blackList) => {
    const pass = passer(change, blackList, 1);
    expect(pass(NOON, visit)).toMatchObject({ kind: 'dropped', reason });
    pass(NOON, { ...visit, isClick: false });
    const none = Object.fromEntries(Object.values(DropReason).map((name) => [name, 0]));
    expect(pass.metrics().drops).toEqual({ ...none, [reason]: 1 });
  });

  it('is recorded only if blocked', () => {
    const records = cases.map(([reason, change, visit, blackList]) => [
      reason,
      passer(change, blackList, 1)(NOON, visit).field('rule'),
    ]);
    const recorded = records.filter(([, rule]) => rule !== undefined);
    expect(recorded).toEqual([[DropReason.blocked, '0']]);
  });

  it.each(['paused', 'not_started', 'ended', 'capped'])('is none when a %s campaign uses its default URL', (state) => {
    const [, change] = cases.find(([reason]) => reason === state) ?? [];
    const pass = passer({ ...change, paused_fallback: 'default_url' }, [], 1);
    expect(pass(NOON)).toMatchObject({ kind: 'redirect', location: 'https://default.test/' });
    expect(pass(NOON).field('state')).toBe(state);
  });
});

describe('step timings', () => {
  const NOON = '2026-06-01T12:00:00Z';
  const samplesOf = (pass: ReturnType<typeof passer>) =>
    Object.fromEntries(pass.metrics().steps.map(({ step, samples }) => [step, samples]));
  const every = (samples: number) => Object.fromEntries(CLICK_STEPS.map(({ name }) => [name, samples]));

  it('cover every step of one click in sixty-four', () => {
    const pass = passer({});
    expect(samplesOf(pass)).toEqual(every(0));
    for (let click = 0; click < 128; click += 1) pass(NOON);
    expect(samplesOf(pass)).toEqual(every(2));
    const { steps } = pass.metrics();
    expect(steps.map(({ step }) => step)).toEqual(CLICK_STEPS.map(({ name }) => name));
    expect(steps.every(({ nanoseconds }) => Number.isSafeInteger(nanoseconds) && nanoseconds >= 0)).toBe(true);
    expect(steps.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0)).toBeGreaterThan(0);
  });

  it('end where the click is dropped', () => {
    const pass = passer({});
    for (let click = 0; click < 64; click += 1) pass(NOON, { key: 'other' });
    expect(samplesOf(pass)).toEqual({ ...every(0), reject_prefetch: 1, find_campaign: 1 });
  });
});

describe('link parameters', () => {
  const campaign = campaignOf({
    params: [
      { name: 'banner', macro: '', sub: 'sub1' },
      { name: 'site', macro: '', sub: 'sub5' },
    ],
    external_id_param: 'banner',
    cost_param: 'price',
    cost_model: 'cpuc',
    cost_value: '0.2',
  });
  const read = (query: string) => parseLinkParameters(campaign, query);

  it("are mapped by the campaign; a sub's own name works unless it is mapped", () => {
    const { subs, externalId } = read('banner=b&site=s&sub2=two&sub1=ignored&other=x');
    expect(subs.slice(0, 10)).toEqual(['b', 'two', '', '', 's', '', '', '', '', '']);
    expect(externalId).toBe('b');
  });

  it.each([
    ['', ''],
    ['banner', ''],
    ['banner=', ''],
    ['=x', ''],
    ['banner=&banner=second', 'second'],
    ['banner=first&banner=second', 'first'],
    ['banner=a+b%2Bc', 'a b+c'],
    ['b%61nner=x', 'x'],
    ['banner=%zz', '%zz'],
    ['banner=%E0%A4', '%E0%A4'],
    ['banner=a=b=c', 'a=b=c'],
    ['&&&banner=x&&', 'x'],
    [`banner=${'y'.repeat(300)}`, 'y'.repeat(255)],
    ['banner=%00%1F%7Fx%C2%85', 'x'],
    ['__proto__=x&constructor=y&banner=z', 'z'],
  ])('of "%s" are parsed', (query, expected) => {
    expect(read(query).subs[0]).toBe(expected);
  });

  it('set the cost when it is an amount', () => {
    expect(read('price=1.5').cost).toEqual({ micro: '1500000', text: '1.5', model: 'cpuc' });
    expect(read('').cost).toEqual({ micro: '200000', text: '0.2', model: 'cpuc' });
    for (const sent of ['free', '{cpc}', '', 'NaN', 'aGVsbG8tZW5jcnlwdGVk'])
      expect(read(`price=${sent}`).cost, sent).toEqual({ micro: '0', text: '', model: 'unreadable' });
  });
});
