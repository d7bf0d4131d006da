import { campaignsApi } from '@poklik/contract/campaigns';
import { type ChangeCause, type ExplainedChange, statisticsChangeApi } from '@poklik/contract/statistics-change';
import { computeMetrics, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { newCampaign } from '../../../testing/campaign.ts';
import { answered, errorResponse } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { showToastsWith, type Toast } from '../../../ui/toast/toast.ts';
import { useStatisticsScreen } from '../use-statistics-state.ts';
import { comparedWith } from './change-scope.ts';
import { ChangeText } from './change-text.tsx';
import { useChangeDialog } from './use-change-dialog.tsx';

const toasts: Toast[] = [];
beforeEach(() => {
  toasts.length = 0;
  showToastsWith((toast) => toasts.push(toast));
});

const place = (dimension: 'campaign' | 'sub1' | 'country', key: string | null, label: string) => ({
  ...{ dimension, key, label, short_label: label },
});
const CAUSES: ChangeCause[] = [
  { part: 'approval_lag', amount: '-120.00', before: 0.27, now: 0.71, path: [] },
  { part: 'cost', amount: '-64.50', before: '0.10', now: '0.15', path: [place('campaign', '5', 'Autumn')] },
  {
    ...{ part: 'conversion_rate', amount: '-31.00', before: 0.02, now: 0.01 },
    path: [place('campaign', '5', 'Autumn'), place('sub1', 'site 88', 'site 88')],
  },
  { part: 'volume', amount: '12.00', before: 900, now: 1_000, path: [place('campaign', null, '')] },
];
const EXPLAINED: ExplainedChange = {
  data: {
    ...{ metric: 'profit', cost_state: 'known', before: '1000.00', now: '795.00', difference: '-205.00' },
    is_uncertain: false,
    splits: [
      {
        dimension: 'campaign',
        parts: [
          { part: 'mix', amount: '-85.00', before: null, now: null },
          { part: 'approval_lag', amount: '-120.00', before: 0.27, now: 0.71 },
        ],
        causes: CAUSES,
        rest: '-1.50',
      },
      {
        dimension: 'country',
        parts: [{ part: 'volume', amount: '-205.00', before: 10, now: 8 }],
        causes: [{ part: 'volume', amount: '-205.00', before: 10, now: 8, path: [place('country', 'PL', 'Poland')] }],
        rest: '0.00',
      },
    ],
  },
  meta: {
    period: { start_date: '2026-11-12', end_date: '2026-11-18' },
    previous_period: { start_date: '2026-11-05', end_date: '2026-11-11' },
    ...{ previous_as_of: '2026-11-11T07:00:00.000Z', revenue_basis: 'approved', timezone: 'UTC', currency: 'USD' },
  },
};

function Host() {
  const statistics = useStatisticsScreen();
  const { explain, dialog } = useChangeDialog({
    request: { ...statistics.question, ...comparedWith(statistics.state) },
    report: statistics,
  });
  const [now, before] = [8, 10].map((clicks) => computeMetrics({ ...ZERO_TOTALS, clicks }));
  return (
    <>
      <ChangeText metric="clicks" now={now} before={before ?? null} onExplain={explain} />
      {dialog}
    </>
  );
}

async function explain(answer: (asked: URLSearchParams) => Response | Promise<Response>) {
  const view = await openScreen(
    <Host />,
    (server) => server.on(statisticsChangeApi.change, ({ query }) => answer(query)),
    {
      namespaces: ['statistics'],
      profile: { permissions: ['statistics:read', 'campaigns:read', 'campaigns:write'] },
      at: '/en/statistics?compare=weekday&country=UA',
    },
  );
  await view.user.click(await screen.findByRole('button', { name: '▼ −20%. Why did profit change?' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Why did profit change?' })) };
}
const explained = (data: Partial<ExplainedChange['data']> = {}) =>
  answered(statisticsChangeApi.change, { ...EXPLAINED, data: { ...EXPLAINED.data, ...data } });

it('splits the difference into parts and names the largest causes', async () => {
  const asked: URLSearchParams[] = [];
  const { dialog, user } = await explain((query) => {
    asked.push(query);
    return explained();
  });
  expect(await dialog.findByText('$1,000.00 → $795.00')).toHaveTextContent('−$205.00');
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    ...{ metric: 'profit', compare: 'weekday', compare_maturity: 'same' },
    filters: '[{"dimension":"country","operator":"in","values":["UA"]}]',
  });
  expect(dialog.getByText(/^12.+18 Nov compared with 5.+11 Nov · .* stood on 11\/11\/2026, 07:00/)).toBeVisible();
  const [parts, causes] = dialog.getAllByRole('list').map((list) => within(list).getAllByRole('listitem'));
  expect(parts?.map((part) => part.textContent)).toEqual([
    'Mix−$85.00clicks shifted between values of “Campaign”',
    'Approval lag−$120.0071% of conversions are still pending, 27% before',
    'Total−$205.00',
  ]);
  expect(causes?.map((cause) => cause.textContent)).toEqual([
    'All clicks−$120.00Approval lag: 71% of conversions are still pending, 27% beforeOpen report',
    'Autumn−$64.50CPC: $0.1500, $0.1000 beforePause campaign',
    'Autumn › site 88−$31.00CR: 1.00%, 2.00% beforeExclude',
    'Other values (Campaign)+$12.00Clicks: 1,000, 900 beforeOpen report',
  ]);
  expect(dialog.getByText('All other causes: −$1.50')).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Split by' }), 'country');
  expect(dialog.getByRole('link', { name: 'Open report' })).toHaveAttribute(
    'href',
    expect.stringContaining('country=PL'),
  );
});

it('pauses the campaign that is a cause, with undo', async () => {
  const changes: unknown[] = [];
  const { dialog, server, user } = await explain(() => explained());
  server.on(campaignsApi.get, () => answered(campaignsApi.get, { data: newCampaign(5, 'Autumn') }));
  server.on(campaignsApi.bulk, ({ body }) => {
    changes.push(body);
    return answered(campaignsApi.bulk, { message: 'Done', data: { changed: 1 } });
  });
  await user.click(await dialog.findByRole('button', { name: 'Pause campaign' }));
  await waitFor(() => expect(changes).toEqual([{ ids: [5], action: 'pause' }]));
  await waitFor(() => expect(toasts[0]?.action?.label).toBe('Undo'));
  expect(dialog.getByText('Autumn')).toBeVisible();
});

it('excludes the value that is a cause, and closes', async () => {
  const { dialog, search, user } = await explain(() => explained());
  await user.click(await dialog.findByRole('button', { name: 'Exclude' }));
  expect(search()).toContain('sub1.not=site+88');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts[0]?.message).toBe('Excluded and added to the placement list: site 88');
});

it.each([
  [
    'nothing changed',
    { difference: '0.00', splits: [{ ...EXPLAINED.data.splits[0], parts: [], causes: [] }] },
    /^Nothing changed$/,
  ],
  ['the cost is unknown', { metric: 'revenue', cost_state: 'unknown' }, /explains revenue, not profit/],
  ['part of the cost is unknown', { cost_state: 'partial' }, /cost of some clicks is unknown/],
  [
    'there is no cost at all',
    { metric: 'cost', cost_state: 'unknown', difference: null, splits: [] },
    /nothing to explain/,
  ],
  ['there is not enough data', { is_uncertain: true }, /may be chance/],
] as const)('says that %s', async (_, data, text) => {
  const { dialog } = await explain(() => explained(data as never));
  expect(await dialog.findByText(text)).toBeVisible();
});

it('says that it is loading, then why that failed, and tries again', async () => {
  let fails = true;
  const { dialog, user } = await explain(() =>
    fails ? errorResponse('unavailable', 'Statistics are not available.') : explained(),
  );
  expect(await dialog.findByText('Statistics are not available.')).toBeVisible();
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Largest causes')).toBeVisible();
});
