import { campaignsApi } from '@poklik/contract/campaigns';
import { type Statistics, statisticsApi } from '@poklik/contract/statistics';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answered, errorResponse, type fakeServer } from '../../../../testing/fake-server.ts';
import { pageOf } from '../../../../testing/screen.tsx';
import { screenWidth } from '../../../../testing/screen-width.ts';
import { campaign, openCampaigns } from '../campaign-list.fixture.tsx';

beforeEach(() => {
  screenWidth.narrow = true;
});

const micro = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const metricsOf = (revenue: number, cost: number, changes: Partial<MetricTotals> = {}) =>
  computeMetrics({ ...ZERO_TOTALS, clicks: 100, revenue: micro(revenue), cost: micro(cost), ...changes });
const row = (id: number, name: string, ...metrics: Parameters<typeof metricsOf>) => ({
  ...metricsOf(...metrics),
  ...{ keys: [String(id)], labels: [name], short_labels: [name] },
});

const LOSER = row(1, 'Loser', 10, 30);
const WINNER = row(2, 'Winner', 50, 20);
const UNKNOWN = row(3, 'Unknown', 90, 0, { unpriced_clicks: 100 });

const today = (panels: boolean): Statistics => ({
  data: {
    summary: metricsOf(60, 50),
    previous: metricsOf(10, 30),
    ...{ series: [], previous_series: [], rows: [] },
    ...(panels && {
      panels: [
        { group_by: ['campaign'], rows: [LOSER, WINNER, UNKNOWN], meta: pageOf().meta },
        { group_by: ['campaign'], rows: [WINNER, LOSER, UNKNOWN], meta: pageOf().meta },
      ],
    }),
  },
  meta: {
    ...pageOf().meta,
    period: { start_date: '2026-11-18', end_date: '2026-11-18' },
    ...{ previous_period: null, timezone: 'UTC', interval: null, currency: 'USD' },
    ...{ answered_at: '2026-11-18T12:00:00.000Z', complete_until: null, is_behind: false, held_back: null },
    first_click_at: null,
    data_health: { status: 'ok', checked_at: null, complete_from: null },
  },
});

async function openPhone({
  seesMoney = true,
  serve = (server: ReturnType<typeof fakeServer>) =>
    server.on(statisticsApi.get, ({ query }) => answered(statisticsApi.get, today(query.has('panels')))),
} = {}) {
  const campaigns = [campaign(1, { name: 'Loser' }), campaign(2, { name: 'Winner' })];
  return openCampaigns({
    campaigns,
    seesMoney,
    permissions: ['campaigns:read', 'campaigns:write', 'statistics:read'],
    setUp: (server, account) => {
      serve(server);
      for (const { id } of campaigns)
        server.on({ ...campaignsApi.get, path: `/companies/${id}` }, () => {
          const data = account.campaigns.find((each) => each.id === id);
          return data ? answered(campaignsApi.get, { data }) : errorResponse('not_found', 'Not found');
        });
    },
  });
}

const home = () => screen.findByRole('region', { name: 'Today' });

describe('campaigns on a phone', () => {
  it('begin with today’s profit, spend and ROI, losers and winners', async () => {
    await openPhone();
    const part = within(await home());
    expect(await part.findByText('$10.00')).toBeVisible();
    expect(part.getByText('$50.00')).toBeVisible();
    expect(part.getByText('20.0%')).toBeVisible();
    expect(part.getByText(/yesterday by this time −\$20.00/)).toBeVisible();
    const losing = within(part.getByRole('region', { name: 'Losing money' }));
    expect(losing.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      expect.stringMatching(/^Loser.*−\$20.00/),
    ]);
    const earning = within(part.getByRole('region', { name: 'Making money' }));
    expect(earning.getAllByRole('listitem')).toHaveLength(1);
    expect(earning.getByRole('link', { name: /^Winner/ })).toHaveAttribute(
      'href',
      '/en/campaign/update/2?tab=overview',
    );
  });

  it('pause a campaign with one tap and offer to undo it', async () => {
    const { user, account, toasts } = await openPhone();
    await user.click(await screen.findByRole('button', { name: 'Pause: Loser' }));
    await waitFor(() => expect(account.done).toEqual([{ ids: [1], action: 'pause' }]));
    expect(await screen.findByRole('button', { name: 'Activate: Loser' })).toBeVisible();
    toasts[0]?.action?.onSelect();
    await waitFor(() => expect(account.done).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'Pause: Loser' })).toBeVisible();
  });

  it('show clicks instead of money to members without access to it', async () => {
    await openPhone({ seesMoney: false });
    const part = within(await home());
    expect(await part.findByText('100')).toBeVisible();
    expect(part.queryByText(/\$|ROI|Losing/)).toBeNull();
  });

  it('say when statistics are unavailable, and try again', async () => {
    const { server, user } = await openPhone({
      serve: (each) => each.on(statisticsApi.get, () => errorResponse('unavailable', 'Away')),
    });
    const part = within(await home());
    await part.findByText(/unavailable/i);
    server.on(statisticsApi.get, () => answered(statisticsApi.get, today(true)));
    await user.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('$10.00')).toBeVisible();
  });

  it('have their filters behind one button', async () => {
    const { user } = await openPhone();
    expect(await screen.findByRole('searchbox')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Paused' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('link', { name: 'Paused' }));
    await user.click(screen.getByRole('button', { name: 'Show results' }));
    expect(await screen.findByRole('button', { name: 'Filters · 1' })).toBeVisible();
  });
});
