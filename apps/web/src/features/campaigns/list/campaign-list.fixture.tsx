import type { BulkChange } from '@poklik/contract/campaign-bulk';
import { type CampaignOptions, campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Campaign, CampaignBody, campaignsApi } from '@poklik/contract/campaigns';
import type { Permission } from '@poklik/contract/permissions';
import { profileApi } from '@poklik/contract/profile';
import type { Metrics } from '@poklik/contract/statistics';
import { applyBulkChange } from '@poklik/domain/campaigns/bulk-change';
import { campaignTotals } from '@poklik/domain/campaigns/campaign-metrics';
import { toMicro } from '@poklik/domain/money/amount';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { showToastsWith, type Toast } from '../../../ui/toast/toast.ts';
import { CampaignsPage } from './campaigns-page.tsx';

/** Metrics of a campaign that costs 20 and earns 30. */
export const metrics = (clicks: number, changes: Partial<Metrics> = {}): Metrics => ({
  ...computeMetrics({
    ...ZERO_TOTALS,
    clicks,
    unique_clicks: clicks - 1,
    approved: 4,
    revenue: toMicro('30.00'),
    cost: toMicro('20.00'),
  }),
  ...changes,
});

const totalsOf = ({ revenue, refunded, revenue_on_hold, cost, types: _, ...counts }: Metrics): MetricTotals => ({
  ...ZERO_TOTALS,
  ...counts,
  revenue: toMicro(revenue ?? '0'),
  refunded: toMicro(refunded ?? '0'),
  revenue_on_hold: toMicro(revenue_on_hold ?? '0'),
  expected_on_hold: null,
  expected_on_hold_low: null,
  expected_on_hold_high: null,
  unrated_on_hold: null,
  cost: cost === null ? null : toMicro(cost),
});

export const campaign = (id: number, changes: Partial<Campaign> = {}): Campaign => ({
  ...CampaignBody.parse({
    name: `Campaign ${id}`,
    default_url: 'https://shop.example',
    cost_model: 'cpc',
    cost_value: '0.05',
  }),
  id,
  key: `key${id}`,
  version: 3,
  postback_key: 'secret',
  tracking_url: `https://go.example/c/key${id}?sub={sub}`,
  postback_url: 'https://go.example/postback',
  stats: metrics(400),
  today: metrics(50),
  sparkline: [1, 2, 3, 4, 5, 6, 50],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});

const OPTIONS: CampaignOptions = {
  traffic_sources: [],
  devices: [],
  systems: [],
  browsers: [],
  cost_models: [],
  statuses: [],
  dedupe_modes: [],
  macros: [],
  postback_macros: [],
  currencies: [],
  geo_database: { date: '2026-01-01', name: 'test' },
  limits: { campaigns_used: 2, campaigns_max: 25 },
  tags: ['summer', 'vip'],
  domains: [],
  networks: [],
  connections: [],
};

interface Account {
  campaigns: Campaign[];
  limits: CampaignOptions['limits'];
  permissions: Permission[];
  seesMoney: boolean;
  /** Number of matching campaigns, if there are more than those. */
  total: number | null;
  /** List requests, latest last. */
  asked: string[];
  /** Actions sent. */
  done: unknown[];
}

/** A fake server with one account that filters by status and applies actions in memory. */
export function serveCampaigns(server: ReturnType<typeof fakeServer>, changes: Partial<Account> = {}): Account {
  const account: Account = {
    campaigns: [],
    limits: OPTIONS.limits,
    permissions: ['campaigns:read', 'campaigns:write'],
    seesMoney: true,
    total: null,
    asked: [],
    done: [],
    ...changes,
  };
  server.on(profileApi.get, () =>
    answered(
      profileApi.get,
      buildProfile({
        permissions: account.permissions,
        team: {
          role: 'EDITOR',
          campaign_ids: null,
          can_see_money: account.seesMoney,
          can_export: true,
          permissions: [],
        },
      }),
    ),
  );
  server.on(campaignOptionsApi.options, () =>
    answered(campaignOptionsApi.options, { data: { ...OPTIONS, limits: account.limits } }),
  );
  server.on(campaignsApi.list, ({ query }) => {
    account.asked.push(query.toString());
    const status = query.get('status');
    const data = account.campaigns.filter((each) => (status ? each.status === status : each.status !== 'archived'));
    return answered(campaignsApi.list, {
      data,
      links: { prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 10, total: account.total ?? data.length, links: [] },
      totals: data.some(({ stats }) => stats === null)
        ? null
        : campaignTotals(data.flatMap(({ stats }) => (stats ? totalsOf(stats) : []))),
    });
  });
  server.on(campaignsApi.bulk, ({ body }) => {
    const change = body as BulkChange;
    account.done.push(change);
    account.campaigns =
      change.action === 'delete'
        ? account.campaigns.filter(({ id }) => !change.ids.includes(id))
        : account.campaigns.map((each) => (change.ids.includes(each.id) ? applyBulkChange(each, change) : each));
    return answered(campaignsApi.bulk, { message: 'ok', data: { changed: change.ids.length } });
  });
  return account;
}

const toasts: Toast[] = [];

/** The screen with its account; toasts are recorded instead of shown. */
export async function openCampaigns(
  {
    setUp,
    ...changes
  }: Partial<Account> & { setUp?: (server: ReturnType<typeof fakeServer>, account: Account) => void } = {},
  at = '/en/campaign',
) {
  toasts.length = 0;
  showToastsWith((toast) => toasts.push(toast));
  const server = fakeServer();
  const account = serveCampaigns(server, changes);
  setUp?.(server, account);
  const user = userEvent.setup({ delay: null });
  const view = await renderAt(<CampaignsPage />, { at, language: 'en' });
  return { ...view, server, account, user, toasts };
}

export const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

export async function choose(user: ReturnType<typeof userEvent.setup>, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
