import { profileApi } from '@poklik/contract/profile';
import { type Statistics, statisticsApi } from '@poklik/contract/statistics';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answered, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { StatisticsPage } from './statistics-page.tsx';

const units = (amount: number): bigint => BigInt(amount * 1_000_000);
const counted = (changes: Partial<MetricTotals>): MetricTotals => ({ ...ZERO_TOTALS, ...changes });

function answer(query: URLSearchParams, now: MetricTotals, before: MetricTotals | null = null): Statistics {
  const dimension = query.get('group_by');
  const [key, label] = dimension === 'country' ? ['UA', 'Ukraine'] : ['one', `One ${dimension}`];
  const rows = dimension ? [{ ...computeMetrics(now), keys: [key], labels: [label], short_labels: [label] }] : [];
  return {
    data: {
      summary: computeMetrics(now),
      previous: before && computeMetrics(before),
      series: [],
      previous_series: [],
      rows,
    },
    meta: {
      ...{ current_page: 1, last_page: 1, per_page: 25, total: rows.length, links: [] },
      period: { start_date: '2026-11-12', end_date: '2026-11-18' },
      previous_period: before && { start_date: '2026-11-05', end_date: '2026-11-11' },
      ...{ timezone: 'UTC', interval: 'day', currency: 'USD', answered_at: '2026-11-18T07:00:00.000Z' },
      complete_until: null,
      is_behind: false,
      ...{
        held_back: null,
        first_click_at: null,
        data_health: { status: 'unknown', checked_at: null, complete_from: null },
      },
    },
  };
}

async function open(statistics: (query: URLSearchParams) => Statistics | Promise<Statistics>) {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
  server.on(statisticsApi.views, () => answered(statisticsApi.views, { data: [] }));
  server.on(statisticsApi.get, async ({ query }) => answered(statisticsApi.get, await statistics(query)));
  server.onEvents(statisticsApi.live, { clicks: [] });
  await renderAt(<StatisticsPage />, { at: '/en/statistics', language: 'en' });
  return userEvent.setup({ delay: null });
}

const tile = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) }).closest('label');
const veiled = () => document.querySelectorAll('[data-fading]').length;

it('marks metrics, chart and panels as stale until all belong to the new filter', async () => {
  const [all, ukraine] = [counted({ clicks: 100 }), counted({ clicks: 40 })];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const user = await open(async (query) => {
    const isNarrow = query.get('filters') !== '[]';
    // All but the last panel respond immediately.
    if (isNarrow && query.get('group_by') === 'device') await held;
    return answer(query, isNarrow ? ukraine : all);
  });
  await user.click(await screen.findByText('List'));
  await user.click(await screen.findByRole('link', { name: 'Only Ukraine' }));
  await waitFor(() => expect(tile('Clicks')).toHaveTextContent('40'));
  await waitFor(() => expect(tile('Clicks')?.closest('[aria-busy="true"]')).not.toBeNull());
  const parts = veiled();
  expect(parts).toBeGreaterThan(5);
  release();
  await waitFor(() => expect(veiled()).toBe(0));
});

it('does not call a drop bad when it may be approval lag, and shows revenue on hold', async () => {
  const cost = units(300);
  const now = counted({
    clicks: 9,
    pending: 3,
    approved: 7,
    revenue: units(400),
    revenue_on_hold: units(540.91),
    cost,
  });
  const before = counted({
    clicks: 9,
    pending: 1,
    approved: 9,
    revenue: units(900),
    revenue_on_hold: units(212),
    cost,
  });
  await open((query) => answer(query, now, before));
  await waitFor(() => expect(tile('Profit')).toHaveTextContent('$100.00'));
  for (const name of ['Revenue', 'Profit', 'ROI']) {
    expect(tile(name)?.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'neither');
    expect(tile(name)?.title).toContain('approval lag');
  }
  expect(
    screen.getByText(/^\$540\.91 on hold now \(30% of conversions pending\) · \$212\.00 then \(10%\)\./),
  ).toBeVisible();
});

it('calls a drop bad when it exceeds revenue on hold', async () => {
  const now = counted({ clicks: 9, pending: 3, approved: 7, revenue: units(400), revenue_on_hold: units(50) });
  await open((query) => answer(query, now, counted({ clicks: 9, approved: 9, revenue: units(900) })));
  await waitFor(() => expect(tile('Profit')).toHaveTextContent('$400.00'));
  expect(tile('Profit')?.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'bad');
});

it('shows how current and complete the data is', async () => {
  await open((query) => {
    const { data, meta } = answer(query, counted({ clicks: 100 }));
    const data_health = { status: 'incomplete', checked_at: null, complete_from: '2026-11-15T08:00:00.000Z' } as const;
    return { data, meta: { ...meta, complete_until: '2026-11-18T06:41:00.000Z', is_behind: true, data_health } };
  });
  expect(await screen.findByText(/^Data up to 18\/11\/2026, 06:41/)).toBeVisible();
  expect(screen.getByText(/^Clicks before 15\/11\/2026, 08:00 are missing/)).toBeVisible();
  expect(screen.getByText('Data incomplete')).toBeVisible();
});
