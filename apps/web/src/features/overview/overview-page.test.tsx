import { overviewApi } from '@poklik/contract/overview';
import type { Business, BusinessFigures, Tasks } from '@poklik/contract/overview-business';
import type { Service } from '@poklik/contract/overview-service';
import { profileApi } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { OverviewPage } from './overview-page.tsx';

const FINE = {
  customers: 1234,
  active_campaigns: 56,
  clicks_today: 7890,
  events_today: 7901,
  revenue_this_month: '1204.50',
  withdrawals_waiting: 3,
  open_invoices: { count: 2, amount: '108.00' },
  currency: 'USD',
  payment_provider: 'stripe',
  data_health: {
    statistics: 'ok',
    reason: null,
    figures: { status: 'ok', checked_at: '2026-11-18T02:37:00.000Z', complete_from: null },
    ledger: { status: 'ok', checked_at: '2026-11-18T02:41:00.000Z', findings: 0 },
  },
} as const;

const recurring = (mrr: string, paying: number) => ({ mrr, arr: String(Number(mrr) * 12), paying });
const FIGURES: BusinessFigures = {
  ...{ from: '2026-10-20', to: '2026-11-18' },
  opening: recurring('100.00', 3),
  closing: recurring('150.00', 4),
  movements: [
    { movement: 'new', count: 2, mrr: '79.00', arr: '948.00' },
    { movement: 'reactivation', count: 0, mrr: '0.00', arr: '0.00' },
    { movement: 'expansion', count: 0, mrr: '0.00', arr: '0.00' },
    { movement: 'contraction', count: 0, mrr: '0.00', arr: '0.00' },
    { movement: 'churn', count: 1, mrr: '-29.00', arr: '-348.00' },
  ],
  ...{ net_revenue: '221.50', arpu: '37.50', churn_rate: 1 / 3, revenue_churn_rate: 0.29 },
  trials: { started: 4, running: 3, converted: 1 },
};
const STEP = { new: '79.00', reactivation: '0.00', expansion: '0.00', contraction: '0.00', churn: '-29.00' };
const BUSINESS: Business = {
  ...{ currency: 'USD', figures: FIGURES, interval: 'month' },
  compared: { ...FIGURES, closing: recurring('100.00', 3), churn_rate: 0.25 },
  steps: [
    { ...STEP, date: '2026-10-20', mrr: '120.00', net_revenue: '100.00' },
    { ...STEP, date: '2026-11-01', mrr: '150.00', net_revenue: '121.50' },
  ],
  compared_steps: [{ ...STEP, date: '2026-09-20', mrr: '90.00', net_revenue: '80.00' }],
  cohorts: [
    {
      ...{ month: '2026-10-01', accounts: 4, mrr: '116.00' },
      left: [
        { accounts: 4, accounts_share: 1, mrr_share: 1 },
        { accounts: 3, accounts_share: 0.75, mrr_share: 1.4 },
      ],
    },
  ],
  funnel: { signed_up: 20, verified: 10, with_campaign: 5, with_clicks: null, with_conversion: 2, paid: 1 },
  top_customers: [{ user_id: 7, email: 'big+one@example.test', name: 'Big One', net_revenue: '79.00' }],
  at_risk: [
    { risk: 'past_due', count: 2, mrr: '58.00' },
    { risk: 'clicks_down', count: null, mrr: null },
  ],
};
const TASKS: Tasks = {
  currency: 'USD',
  tasks: [
    { task: 'withdrawals', count: 3, amount: '60.00', since: '2026-11-17T10:00:00.000Z' },
    { task: 'same_person', count: 2, amount: null, since: null },
  ],
};
const SERVICE: Service = {
  ...{ redirects_per_second: 12.34, p99_ms: 0.42, step_seconds: 900, steps: [] },
  memory: [{ role: 'tracker', processes: 2, bytes: 200 * 1024 * 1024 }],
  checks: [
    { check: 'queue', state: 'warning', value: 900, count: 2 },
    { check: 'disk', state: 'ok', value: 0.61, count: null },
    { check: 'backup', state: 'unknown', value: null, count: null },
  ],
};

async function open(answer: Response, at = '/en/campaign') {
  const server = fakeServer();
  server.on(overviewApi.business, () => answered(overviewApi.business, { data: BUSINESS }));
  server.on(overviewApi.tasks, () => answered(overviewApi.tasks, { data: TASKS }));
  server.on(overviewApi.service, () => answered(overviewApi.service, { data: SERVICE }));
  const operator = buildProfile({ role: ROLES.SUPER_ADMIN, permissions: ['users:read', 'outbox:read'] });
  server.on(profileApi.get, () => answered(profileApi.get, operator));
  server.on(overviewApi.get, () => answer);
  await renderAt(<OverviewPage />, { at, language: 'en' });
  return server;
}

it('shows service totals, each linking to its screen', async () => {
  await open(answered(overviewApi.get, { data: FINE }));
  for (const name of [
    'Customers1,234accounts',
    'Active campaigns56across all customers',
    'Clicks today7,890in your time zone',
  ]) {
    expect(await screen.findByText((_, node) => node?.tagName === 'A' && node.textContent === name)).toHaveAttribute(
      'href',
      '/en/users-list',
    );
  }
  const leadsTo = (name: string) =>
    screen.getByText((_, node) => node?.tagName === 'A' && node.textContent === name).getAttribute('href');
  expect(leadsTo('Events today7,901clicks and conversions that count toward plans')).toBe('/en/tariffs');
  expect(leadsTo('Data healthOKanalytics database, statistics and ledger')).toBe('/en/campaign#data-health');
  expect(screen.getByText('Online.').closest('#data-health')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Invoices' })).toHaveAttribute('href', '/en/invoices');
  expect(screen.getByRole('link', { name: 'Unsent email' })).toHaveAttribute('href', '/en/outbox');
});

it.each([
  [null, /^Customers can’t pay by card/],
  ['sandbox', /^Test checkout is on/],
  ['stripe', null],
] as const)('warns when card payments are off or only a test: %s', async (payment_provider, warning) => {
  await open(answered(overviewApi.get, { data: { ...FINE, payment_provider } }));
  expect(await screen.findByText('1,234')).toBeVisible();
  if (warning) expect(screen.getByText(warning)).toBeVisible();
  else expect(screen.queryByText(/pay by card|Test checkout/)).toBeNull();
});

it('says why statistics are down and hides clicks', async () => {
  const data_health = {
    statistics: 'down',
    reason: 'connection refused',
    figures: { status: 'unknown', checked_at: null, complete_from: null },
    ledger: { status: 'unknown', checked_at: null, findings: 0 },
  } as const;
  await open(answered(overviewApi.get, { data: { ...FINE, clicks_today: null, events_today: null, data_health } }));
  expect(await screen.findByText(/^Unavailable\./)).toBeVisible();
  expect(screen.getByText('connection refused')).toBeVisible();
  expect(screen.getByRole('link', { name: /Clicks today/ })).toHaveTextContent('—statistics unavailable');
});

it('is not healthy before the first nightly check', async () => {
  const ledger = { status: 'unknown', checked_at: null, findings: 0 } as const;
  await open(answered(overviewApi.get, { data: { ...FINE, data_health: { ...FINE.data_health, ledger } } }));
  expect((await screen.findAllByText('Not checked yet'))[0]?.closest('a')).not.toBeNull();
});

it('needs attention when the ledger or statistics don’t match, with advice', async () => {
  const ledger = { status: 'differs', checked_at: '2026-11-18T02:41:00.000Z', findings: 2 } as const;
  await open(answered(overviewApi.get, { data: { ...FINE, data_health: { ...FINE.data_health, ledger } } }));
  expect((await screen.findByText('Needs attention')).closest('a')).toHaveAttribute('href', '/en/campaign#data-health');
  expect(screen.getByText(/^2 records didn’t match on .*npm run reconcile/)).toBeVisible();
});

it('says from when clicks are complete after the analytics database was replaced', async () => {
  const figures = { status: 'incomplete', checked_at: null, complete_from: '2026-11-11T09:30:00.000Z' } as const;
  await open(answered(overviewApi.get, { data: { ...FINE, data_health: { ...FINE.data_health, figures } } }));
  expect(await screen.findByText('Incomplete')).toBeVisible();
  expect(screen.getByText(/Clicks before 11\/11\/2026/)).toBeVisible();
  expect(screen.getByText('Needs attention')).toBeVisible();
});

it('shows an error and retries on request', async () => {
  const server = await open(errorResponse('forbidden', 'You don’t have permission to do this.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('You don’t have permission to do this.');
  server.on(overviewApi.get, () => answered(overviewApi.get, { data: FINE }));
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,234')).toBeVisible();
});

const linkNamed = (name: RegExp) => screen.getByRole('link', { name });

it('shows business figures with their change, each linking to its list', async () => {
  await open(answered(overviewApi.get, { data: FINE }), '/en/campaign?period=last90');
  const business = within(await screen.findByRole('list', { name: 'Business' }));
  const list = (name: RegExp) => business.getByRole('link', { name }).getAttribute('href');
  expect(list(/^MRR\$150.00▲ \+50%$/)).toBe('/en/campaign?period=last90&list=paying');
  expect(list(/^Net revenue\$221.50● 0%$/)).toBe('/en/campaign?period=last90&list=revenue');
  expect(list(/^Customer churn33.3%\+8.3 pp$/)).toBe('/en/campaign?period=last90&list=movements&movement=churn');
  expect(linkNamed(/^New$/)).toHaveAttribute('href', '/en/campaign?period=last90&list=movements&movement=new');
  expect(linkNamed(/^Verified their email 10 50%$/)).toHaveAttribute(
    'href',
    '/en/campaign?period=last90&list=verified',
  );
  expect(linkNamed(/^Got a click — —$/)).toBeVisible();
  expect(linkNamed(/^Past due 2 \$58.00$/)).toBeVisible();
  expect(linkNamed(/^Big One/)).toHaveAttribute('href', '/en/users-list?search=big%2Bone%40example.test');
});

it('shows charts as tables, and cohorts by customers or revenue', async () => {
  const user = userEvent.setup({ delay: null });
  await open(answered(overviewApi.get, { data: FINE }));
  const card = within(await screen.findByRole('region', { name: 'MRR movements' }));
  await user.click(card.getByRole('button', { name: 'Table' }));
  expect(card.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'MonthGainedLost',
    'October 2026$79.00−$29.00',
    'November 2026$79.00−$29.00',
  ]);
  const cohorts = within(screen.getByRole('region', { name: 'Cohorts by first payment' }));
  expect(cohorts.getByText('75%')).toBeVisible();
  await user.click(cohorts.getByRole('radio', { name: 'MRR' }));
  expect(cohorts.getByText('140%')).toBeVisible();
});

it('lists what waits, and says so when nothing does', async () => {
  const server = await open(answered(overviewApi.get, { data: FINE }));
  expect(await screen.findByRole('link', { name: /^3 Withdrawals to approve \$60.00 since/ })).toHaveAttribute(
    'href',
    '/en/withdrawal?status=pending',
  );
  expect(linkNamed(/^2 Possibly the same person/)).toHaveAttribute('href', '/en/campaign?list=same_person');
  server.on(overviewApi.tasks, () => answered(overviewApi.tasks, { data: { ...TASKS, tasks: [] } }));
});

it('says how the service is doing', async () => {
  await open(answered(overviewApi.get, { data: FINE }));
  expect(await screen.findByText('2 jobs waiting, the oldest for 15 mins')).toBeVisible();
  expect(screen.getByText('61% free')).toBeVisible();
  expect(screen.getByText('There is no backup. Set BACKUP_TO.')).toBeVisible();
  expect(screen.getByText('0.4 ms')).toBeVisible();
});

it('a block that fails leaves the others', async () => {
  const server = fakeServer();
  const operator = buildProfile({ role: ROLES.SUPER_ADMIN, permissions: ['users:read', 'outbox:read'] });
  server.on(profileApi.get, () => answered(profileApi.get, operator));
  server.on(overviewApi.get, () => answered(overviewApi.get, { data: FINE }));
  server.on(overviewApi.business, () => errorResponse('unavailable', 'Business is unavailable.'));
  server.on(overviewApi.tasks, () => answered(overviewApi.tasks, { data: { ...TASKS, tasks: [] } }));
  server.on(overviewApi.service, () => answered(overviewApi.service, { data: SERVICE }));
  await renderAt(<OverviewPage />, { at: '/en/campaign', language: 'en' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Business is unavailable.');
  expect(screen.getByText('Nothing is waiting for you.')).toBeVisible();
  expect(await screen.findByText('1,234')).toBeVisible();
});

const PAGE = {
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: 10, total: 1, links: [] },
};

it('lists the customers behind a figure with their total', async () => {
  const customer = { user_id: 7, email: 'big@example.test', name: 'Big One', tariff: 'Pro' };
  const server = fakeServer();
  const operator = buildProfile({ role: ROLES.SUPER_ADMIN, permissions: ['users:read'] });
  server.on(profileApi.get, () => answered(profileApi.get, operator));
  server.on(overviewApi.customers, () =>
    answered(overviewApi.customers, {
      ...{ ...PAGE, currency: 'USD', amount: '79.00' },
      data: [{ ...customer, created_at: '2026-10-01T10:00:00.000Z', amount: '79.00' }],
    }),
  );
  await renderAt(<OverviewPage />, { at: '/en/campaign?list=paying&from=2026-11-01&to=2026-11-10', language: 'en' });
  expect(await screen.findByText(/1 customer · \$79.00$/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paying customers');
  expect(linkNamed(/^Overview$/)).toHaveAttribute('href', '/en/campaign?from=2026-11-01&to=2026-11-10');
  expect(linkNamed(/^Big One$/)).toHaveAttribute('href', '/en/users-list?search=big%40example.test');
});
