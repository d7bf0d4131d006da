import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Campaign, type CampaignBody, type CampaignVersion, campaignsApi } from '@poklik/contract/campaigns';
import { type Click, clicksApi } from '@poklik/contract/clicks';
import { conversionsApi, type Postback } from '@poklik/contract/conversions';
import type { Permission } from '@poklik/contract/permissions';
import { type Statistics, type StatisticsPanel, statisticsApi } from '@poklik/contract/statistics';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { settingsOf } from '../../features/campaigns/form/campaign-values.ts';
import { campaignOptions, newCampaign } from '../../testing/campaign.ts';
import { answered, errorResponse, type fakeServer } from '../../testing/fake-server.ts';
import { openScreen, pageOf } from '../../testing/screen.tsx';
import type { Toast } from '../../ui/toast/toast.ts';
import { CampaignHomeScreen } from './campaign-home-screen.tsx';

const NOW = '2026-11-18T12:00:00.000Z';
const micro = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const totals = (changes: Partial<MetricTotals>): MetricTotals => ({ ...ZERO_TOTALS, ...changes });
const destination = (name: string, weight: number) => ({
  name,
  url: `https://shop.example/${name}`,
  weight,
  active: true,
});

export const CAMPAIGN: Campaign = {
  ...newCampaign(5, 'Autumn'),
  version: 2,
  destinations: [destination('red', 60), destination('blue', 40)],
  rules: [
    {
      name: 'Ukraine',
      active: true,
      match: 'all',
      conditions: [{ dimension: 'country', operator: 'in', values: ['UA'] }],
      destinations: [destination('kyiv', 100)],
    },
  ],
};

export const CLICK: Click = {
  ...{ click_id: 'c1', at: NOW, campaign: { id: 5, name: 'Autumn' }, version: 2, rule: 1, destination: 1 },
  ...{ verdict: 'counted', is_bot: false, is_unique: true, ip: '203.0.113.1', country: 'UA', language: 'uk' },
  ...{ device: 'mobile', os: 'android', browser: 'chrome', user_agent: '', referrer_host: '', subs: [] },
  ...{ external_id: '', cost: null, cost_state: 'unknown', cost_currency: 'USD', final_url: '', state: 'open' },
};
const POSTBACK: Postback = {
  ...{ id: 'p1', campaign: { id: 5, name: 'Autumn' }, click_id: 'c1', received_at: NOW, method: 'GET', ip: '' },
  ...{
    raw_query: 'cid=c1',
    source: 'postback',
    verdict: 'accepted',
    conversion_id: 'x',
    network: null,
    is_waiting: false,
  },
};

type Rows = Record<string, Record<string, Partial<MetricTotals>>>;
const ROWS: Rows = {
  rule: {
    '5:0': { clicks: 60, approved: 3, revenue: micro(30), cost: micro(6) },
    '5:1': { clicks: 40, approved: 1, revenue: micro(10), cost: micro(14) },
  },
  destination: {
    '5:0:1': { clicks: 45, approved: 3, revenue: micro(30), cost: micro(4) },
    '5:0:2': { clicks: 15, cost: micro(2) },
    '5:1:1': { clicks: 40, approved: 1, revenue: micro(10), cost: micro(14) },
  },
};

function report(query: URLSearchParams, isEmpty: boolean, changes: Rows): Statistics {
  const rowsBy = (dimension = '') =>
    Object.entries(isEmpty ? {} : ({ ...ROWS, ...changes }[dimension] ?? {})).map(([key, row]) => ({
      ...computeMetrics(totals(row)),
      ...{ keys: [key], labels: [key], short_labels: [key] },
    }));
  const rows = rowsBy(query.get('group_by') ?? '');
  const panels: StatisticsPanel[] = JSON.parse(query.get('panels') ?? '[]');
  const all = isEmpty ? ZERO_TOTALS : totals({ clicks: 100, approved: 4, revenue: micro(40), cost: micro(20) });
  const before = totals({ clicks: 80, approved: 4, revenue: micro(40), cost: micro(16) });
  const days = ['2026-11-12', '2026-11-13', '2026-11-14'];
  const point = (date: string) => ({ date, ...computeMetrics(all) });
  return {
    data: {
      summary: computeMetrics(all),
      previous: query.get('compare') === 'previous' ? computeMetrics(before) : null,
      series: days.map(point),
      previous_series: [],
      rows,
      panels: panels.map(({ group_by }) => {
        const own = rowsBy(group_by[0]);
        return { group_by, rows: own, meta: pageOf(...own).meta };
      }),
    },
    meta: {
      ...pageOf(...rows).meta,
      period: { start_date: '2026-11-12', end_date: '2026-11-14' },
      previous_period: null,
      ...{ timezone: 'UTC', interval: 'day', currency: 'USD', answered_at: NOW, complete_until: null },
      ...{ is_behind: false, held_back: null, first_click_at: isEmpty ? '2026-05-01T10:00:00.000Z' : null },
      data_health: { status: 'ok', checked_at: null, complete_from: null },
    },
  };
}

const versions = (): CampaignVersion[] => {
  const settings = settingsOf(CAMPAIGN);
  const author = { id: 7, name: 'Anna', email: 'anna@example.com' };
  return [
    { version: 2, created_at: '2026-11-13T09:00:00.000Z', author, settings, changed: ['status'] },
    {
      ...{ version: 1, created_at: '2026-05-01T09:00:00.000Z', author },
      ...{ settings: { ...settings, status: 'paused' }, changed: [] },
    },
  ];
};

/** Toasts of the current test. */
export const toasts: Toast[] = [];
interface Options {
  permissions?: Permission[];
  seesMoney?: boolean;
  isEmpty?: boolean;
  /** Other rows of a report by a dimension. */
  rows?: Rows;
  setUp?: (server: ReturnType<typeof fakeServer>) => void;
  at?: string;
  /** Other screens. */
  routes?: ReactNode;
}

const ALL: Permission[] = ['campaigns:read', 'campaigns:write', 'conversions:read', 'statistics:read'];

export async function open({
  permissions = ALL,
  seesMoney = true,
  isEmpty = false,
  rows = {},
  setUp,
  at = '/en/campaign/update/5?tab=overview',
  routes,
}: Options = {}) {
  const world = { campaign: CAMPAIGN, saved: [] as CampaignBody[] };
  const view = await openScreen(
    <Routes>
      <Route path="/:language/campaign/update/:id" element={<CampaignHomeScreen />} />
      {routes}
    </Routes>,
    (server) => {
      server.on(campaignsApi.get, () => answered(campaignsApi.get, { data: world.campaign }));
      server.on(campaignsApi.versions, () => answered(campaignsApi.versions, pageOf(...versions())));
      server.on(campaignsApi.update, ({ body }) => {
        const { version, ...settings } = body as CampaignBody;
        if (version !== world.campaign.version) return errorResponse('version_conflict', 'Changed meanwhile');
        world.saved.push(body as CampaignBody);
        world.campaign = { ...world.campaign, ...settings, version: version + 1 };
        return answered(campaignsApi.update, { data: world.campaign });
      });
      server.on(campaignOptionsApi.options, () => answered(campaignOptionsApi.options, { data: campaignOptions }));
      server.on(campaignOptionsApi.countries, () =>
        answered(campaignOptionsApi.countries, { data: [{ code: 'UA', name: 'Ukraine' }] }),
      );
      server.on(campaignOptionsApi.languages, () => answered(campaignOptionsApi.languages, { data: [] }));
      server.on(statisticsApi.get, ({ query }) => answered(statisticsApi.get, report(query, isEmpty, rows)));
      server.on(clicksApi.list, () => answered(clicksApi.list, isEmpty ? pageOf() : pageOf(CLICK)));
      server.on(conversionsApi.postbacks, () =>
        answered(conversionsApi.postbacks, isEmpty ? pageOf() : pageOf(POSTBACK)),
      );
      setUp?.(server);
    },
    {
      namespaces: ['campaigns', 'campaign_home', 'statistics', 'report_toolbar', 'conversions', 'instructions', 'grid'],
      at,
      profile: {
        permissions,
        team: { role: 'EDITOR', campaign_ids: null, can_see_money: seesMoney, can_export: true, permissions: [] },
      },
    },
  );
  return { ...view, world };
}
