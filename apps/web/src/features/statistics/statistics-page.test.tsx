import { profileApi } from '@poklik/contract/profile';
import { type Statistics, type StatisticsPanel, statisticsApi } from '@poklik/contract/statistics';
import { type Funnel, statisticsFunnelApi } from '@poklik/contract/statistics-funnel';
import { computeMetrics, type MetricTotals, withRevenueBasis, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { StatisticsPage } from './statistics-page.tsx';

const units = (amount: number): bigint => BigInt(amount * 1_000_000);
const counted = (changes: Partial<MetricTotals>): MetricTotals => ({ ...ZERO_TOTALS, ...changes });

const rowsBy = (dimension: string | null, now: MetricTotals) => {
  const [key, label] = dimension === 'country' ? ['UA', 'Ukraine'] : ['one', `One ${dimension}`];
  return dimension ? [{ ...computeMetrics(now), keys: [key], labels: [label], short_labels: [label] }] : [];
};
const PAGE = { current_page: 1, last_page: 1, per_page: 25, total: 1, links: [] };
const panelsOf = (query: URLSearchParams): StatisticsPanel[] => JSON.parse(query.get('panels') ?? '[]');

function answer(query: URLSearchParams, now: MetricTotals, before: MetricTotals | null = null): Statistics {
  const rows = rowsBy(query.get('group_by'), now);
  return {
    data: {
      summary: computeMetrics(now),
      previous: before && computeMetrics(before),
      series: [],
      previous_series: [],
      rows,
      panels: panelsOf(query).map(({ group_by }) => ({
        group_by,
        rows: rowsBy(group_by[0] ?? null, now),
        meta: PAGE,
      })),
    },
    meta: {
      ...PAGE,
      ...{ total: rows.length },
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

/** Each stage is reached by half of the stage before. */
const funnelAnswer = (query: URLSearchParams): Funnel => {
  const stages = (query.get('stages') ?? 'clicks,type:deposit,approved').split(',');
  return {
    data: {
      stages: stages.map((stage, place) => ({
        ...{ stage, count: 80 / 2 ** place, share: 1 / 2 ** place, step: place === 0 ? null : 0.5 },
      })),
    },
    meta: {
      period: { start_date: '2026-11-12', end_date: '2026-11-18' },
      ...{ timezone: 'UTC', order: query.get('order') === 'strict' ? 'strict' : 'any' },
    },
  };
};

type Answered = Statistics | Response;

async function open(statistics: (query: URLSearchParams) => Answered | Promise<Answered>) {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
  server.on(statisticsApi.views, () => answered(statisticsApi.views, { data: [] }));
  server.on(statisticsApi.get, async ({ query }) => {
    const found = await statistics(query);
    return found instanceof Response ? found : answered(statisticsApi.get, found);
  });
  server.on(statisticsFunnelApi.funnel, ({ query }) => answered(statisticsFunnelApi.funnel, funnelAnswer(query)));
  server.onEvents(statisticsApi.live, { clicks: [] });
  await renderAt(<StatisticsPage WeightsDialog={() => null} CostDialog={() => null} />, {
    at: '/en/statistics',
    language: 'en',
  });
  return userEvent.setup({ delay: null });
}

const tile = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) }).closest('label');
const veiled = () => document.querySelectorAll('[data-fading]').length;

function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

it('asks for the whole screen in one call, and marks everything as stale until it belongs to the new filter', async () => {
  const [all, ukraine] = [counted({ clicks: 100 }), counted({ clicks: 40 })];
  const { held, release } = hold();
  const calls: URLSearchParams[] = [];
  const user = await open(async (query) => {
    calls.push(query);
    const isNarrow = query.get('filters') !== '[]';
    if (isNarrow) await held;
    return answer(query, isNarrow ? ukraine : all);
  });
  await user.click(await screen.findByText('List'));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]?.get('compare')).toBe('previous');
  expect(panelsOf(calls[0] as URLSearchParams).map(({ group_by }) => group_by[0])).toEqual([
    'campaign',
    'country',
    'device',
    'traffic_source',
    'campaign',
  ]);
  await user.click(await screen.findByRole('link', { name: 'Only Ukraine' }));
  await waitFor(() => expect(veiled()).toBeGreaterThan(5));
  expect(tile('Clicks')).toHaveTextContent('100');
  expect(tile('Clicks')?.closest('[aria-busy="true"]')).not.toBeNull();
  release();
  await waitFor(() => expect(tile('Clicks')).toHaveTextContent('40'));
  await waitFor(() => expect(veiled()).toBe(0));
  expect(calls).toHaveLength(3);
});

it('asks only for a panel whose grouping changes, and marks only that one as stale', async () => {
  const { held, release } = hold();
  const calls: URLSearchParams[] = [];
  const user = await open(async (query) => {
    calls.push(query);
    if (calls.length > 1) await held;
    return answer(query, counted({ clicks: 100 }));
  });
  const devices = within(await screen.findByRole('region', { name: 'Devices' }));
  expect(await devices.findByText('One device')).toBeVisible();
  await user.click(devices.getByText('Browser'));
  await waitFor(() => expect(veiled()).toBe(1));
  expect(devices.getByText('One device')).toBeVisible();
  release();
  expect(await devices.findByText('One browser')).toBeVisible();
  await waitFor(() => expect(veiled()).toBe(0));
  const [first, second] = calls as [URLSearchParams, URLSearchParams];
  expect(calls).toHaveLength(2);
  expect([second.get('interval'), second.get('compare')]).toEqual(['none', null]);
  expect(panelsOf(second)).toEqual([{ ...panelsOf(first)[2], group_by: ['browser'] }]);
  // The first grouping is known already.
  await user.click(devices.getByText('Device'));
  expect(await devices.findByText('One device')).toBeVisible();
  expect(calls).toHaveLength(2);
});

it('shows the error of a panel in that panel only, and retries it', async () => {
  let fails = true;
  const user = await open((query) => {
    if (panelsOf(query).length === 1 && fails) return errorResponse('unavailable', 'Statistics are not available.');
    return answer(query, counted({ clicks: 100 }));
  });
  const devices = within(await screen.findByRole('region', { name: 'Devices' }));
  await user.click(await devices.findByText('Browser'));
  expect(await devices.findByText('Statistics are not available.')).toBeVisible();
  expect(screen.getAllByText('Statistics are not available.')).toHaveLength(1);
  expect(tile('Clicks')).toHaveTextContent('100');
  fails = false;
  await user.click(devices.getByRole('button', { name: 'Try again' }));
  expect(await devices.findByText('One browser')).toBeVisible();
});

const PENDING = { clicks: 9, pending: 3, approved: 7, revenue: units(400), revenue_on_hold: units(540.91) };

it('compares with the previous period at the same age, and says so', async () => {
  const cost = units(300);
  const before = counted({
    clicks: 9,
    pending: 4,
    approved: 6,
    revenue: units(350),
    revenue_on_hold: units(612),
    cost,
  });
  const calls: URLSearchParams[] = [];
  await open((query) => {
    calls.push(query);
    const found = answer(query, counted({ ...PENDING, cost }), before);
    return { ...found, meta: { ...found.meta, previous_as_of: '2026-11-11T07:00:00.000Z' } };
  });
  await waitFor(() => expect(tile('Profit')).toHaveTextContent('$100.00'));
  expect([calls[0]?.get('compare_maturity'), calls[0]?.get('revenue_basis')]).toEqual(['same', 'approved']);
  expect(tile('Profit')?.parentElement?.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'good');
  const note = screen.getByText(/^\$540\.91 on hold now \(30% of conversions pending\) · \$612\.00 then \(40%\)\./);
  expect(note.closest('p')).toHaveTextContent(
    /approved conversions only\. Compared .* as it stood on 11\/11\/2026, 07:00/,
  );
});

it('counts what pending conversions will bring, and says how sure that is', async () => {
  const calls: URLSearchParams[] = [];
  const user = await open((query) => {
    calls.push(query);
    const rated = {
      ...{ expected_on_hold: units(300), expected_on_hold_low: units(250), expected_on_hold_high: units(340) },
      unrated_on_hold: units(40.91),
    };
    if (query.get('revenue_basis') !== 'expected') return answer(query, counted(PENDING));
    const found = answer(query, withRevenueBasis(counted({ ...PENDING, ...rated }), 'expected'));
    return { ...found, meta: { ...found.meta, revenue_basis: 'expected' } };
  });
  await waitFor(() => expect(tile('Revenue')).toHaveTextContent('$400.00'));
  await user.click(screen.getByRole('button', { name: /7 days/ }));
  await user.click(within(await screen.findByRole('group', { name: 'Revenue includes' })).getByText('Expected'));
  await waitFor(() => expect(tile('Revenue, expected')).toHaveTextContent('$700.00'));
  expect(calls.at(-1)?.get('revenue_basis')).toBe('expected');
  const note = screen.getByText(/^\$540\.91 on hold now/).closest('p');
  expect(note).toHaveTextContent('$300.00 of it ($250.00–$340.00)');
  expect(note).toHaveTextContent('$40.91 counts as nothing: not enough data');
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

it('shows a funnel with stages of one’s own, as a chart and as a table', async () => {
  const user = await open((query) => answer(query, counted({ clicks: 80 })));
  const funnel = within(await screen.findByRole('region', { name: 'Funnel' }));
  expect(await funnel.findByRole('slider', { name: 'Clicks that reach each stage' })).toBeVisible();
  const [, deposits] = funnel.getAllByRole('listitem');
  expect(deposits).toHaveTextContent(/Deposit.*40.*50\.00% of the stage before.*50\.00% of the first/);
  await user.click(funnel.getByRole('button', { name: 'Stages' }));
  await user.click(funnel.getByRole('button', { name: 'Remove “Deposit”' }));
  await user.click(funnel.getByRole('button', { name: 'Move “Approved” earlier' }));
  await user.click(funnel.getByRole('button', { name: 'Table' }));
  await waitFor(() =>
    expect(funnel.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'StageClicksOf the firstOf the stage before',
      'Approved80100.00%—',
      'Clicks4050.00%50.00%',
    ]),
  );
  await user.click(funnel.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(funnel.getAllByRole('row')).toHaveLength(4));
});
