import { overviewApi } from '@poklik/contract/overview';
import { profileApi } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';
import { screen } from '@testing-library/react';
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

async function open(answer: Response) {
  const server = fakeServer();
  const operator = buildProfile({ role: ROLES.SUPER_ADMIN, permissions: ['users:read', 'outbox:read'] });
  server.on(profileApi.get, () => answered(profileApi.get, operator));
  server.on(overviewApi.get, () => answer);
  await renderAt(<OverviewPage />, { at: '/en/campaign', language: 'en' });
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
  expect(leadsTo('Revenue this month$1,204.50from plans, before tax')).toBe('/en/invoices');
  expect(leadsTo('Withdrawals3awaiting approval')).toBe('/en/withdrawal?status=pending');
  expect(leadsTo('Open invoices2$108.00 total')).toBe('/en/invoices?status=open');
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
