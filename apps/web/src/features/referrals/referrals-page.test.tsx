import { type Commission, type Referral, referralsApi } from '@poklik/contract/referrals';
import { type Withdrawal, type WithdrawalTerms, withdrawalsApi } from '@poklik/contract/withdrawals';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { buildWithdrawal } from '../../testing/withdrawal.ts';
import { ReferralsPage } from './referrals-page.tsx';

const summary = {
  code: 'ANNA2026',
  currency: 'USD',
  percent: '10',
  hold_days: 30,
  visits: 40,
  sign_ups: 4,
  paying: 1,
  earned: '150.00',
  available: '120.00',
  pending: '30.00',
  paid: '0.00',
};
const REFERRAL: Referral = {
  id: 5,
  email: 'b***@example.test',
  created_at: '2026-02-03T14:05:00.000Z',
  payments: 2,
  commission: '19.80',
  is_paying: true,
};
const COMMISSION: Commission = {
  id: 3,
  email: 'c***@example.test',
  base: '99.00',
  percent: '10',
  amount: '9.90',
  reversed: '0.00',
  currency: 'USD',
  status: 'pending',
  created_at: '2026-02-03T14:05:00.000Z',
  release_at: '2026-03-05T14:05:00.000Z',
};
const TERMS: WithdrawalTerms = {
  currency: 'USD',
  minimum: '50.00',
  fee: '1.00',
  withdrawable: '120.00',
  pending: '30.00',
  next_release_at: null,
  payout: { method: 'bank', details: 'UA21…6001', changed_at: '2026-01-01T00:00:00.000Z', approvable_from: null },
  blocked_by: [],
};
const referrals = (...rows: Referral[]) => ({ ...pageOf(...rows), summary });

const openAt = (search: string) => (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(
    <ReferralsPage />,
    (server) => {
      server.on(referralsApi.list, () => answered(referralsApi.list, referrals(REFERRAL)));
      server.on(withdrawalsApi.terms, () => answered(withdrawalsApi.terms, { data: TERMS }));
      setUp(server);
    },
    {
      profile: { permissions: ['billing:read', 'billing:write'] },
      namespaces: ['referrals', 'withdrawal'],
      at: `/en/referrals${search}`,
    },
  );
const open = openAt('');

describe('referral list', () => {
  itHasListStates({
    open,
    endpoint: referralsApi.list,
    filled: { answer: referrals(REFERRAL), says: 'b***@example.test' },
    empty: { answer: referrals(), says: 'No referrals yet' },
  });

  it('shows the referral link and earnings above', async () => {
    await open(() => {});
    expect(await screen.findByRole('textbox', { name: 'Your referral link' })).toHaveValue(
      `${window.location.origin}/en/registration?ref=ANNA2026`,
    );
    expect(await screen.findByText(/150\.00/)).toBeVisible();
  });
});

describe('commission list', () => {
  itHasListStates({
    open: openAt('?tab=commissions'),
    endpoint: referralsApi.commissions,
    filled: { answer: pageOf(COMMISSION), says: 'c***@example.test' },
    empty: { answer: pageOf<Commission>(), says: 'No commissions yet' },
  });
});

describe('own withdrawals', () => {
  itHasListStates({
    open: openAt('?tab=withdrawals'),
    endpoint: withdrawalsApi.list,
    filled: { answer: pageOf(buildWithdrawal()), says: '#21' },
    empty: { answer: pageOf<Withdrawal>(), says: 'No requests yet' },
  });
});

describe('withdrawal', () => {
  it('is requested; an error keeps the dialog', async () => {
    let sent: unknown;
    const { server, user } = await open((each) =>
      each.on(withdrawalsApi.create, () => errorResponse('balance_too_low', 'The balance is too low for this amount.')),
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw funds' }));
    const amount = await dialog.findByRole('textbox', { name: /Amount/ });
    await user.click(amount);
    await user.paste('100,5');
    await user.click(dialog.getByRole('button', { name: 'Request withdrawal' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The balance is too low for this amount.');
    expect(amount).toHaveValue('100,5');

    server.on(withdrawalsApi.create, ({ body }) => {
      sent = body;
      return answered(withdrawalsApi.create, { data: buildWithdrawal() });
    });
    await user.click(dialog.getByRole('button', { name: 'Request withdrawal' }));
    expect(await dialog.findByText(/Request sent/)).toBeVisible();
    expect(sent).toEqual({ amount: '100.5' });
  });

  it('says why it is impossible instead of asking for an amount, and cancels the open request', async () => {
    const changes: unknown[] = [];
    const { server, user } = await open((each) => {
      each.on(withdrawalsApi.terms, () =>
        answered(withdrawalsApi.terms, { data: { ...TERMS, blocked_by: ['request_open'] } }),
      );
      each.on(withdrawalsApi.list, () =>
        answered(withdrawalsApi.list, pageOf(buildWithdrawal({ next: ['cancelled'] }))),
      );
      each.on(withdrawalsApi.changeStatus, ({ body }) => {
        changes.push(body);
        server.on(withdrawalsApi.terms, () => answered(withdrawalsApi.terms, { data: TERMS }));
        return answered(withdrawalsApi.changeStatus, { data: buildWithdrawal({ status: 'cancelled' }) });
      });
    });
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw funds' }));
    expect(await dialog.findByText(/already have an open withdrawal/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Request withdrawal' })).toBeNull();
    await user.click(await dialog.findByRole('button', { name: 'Cancel request' }));
    expect(await dialog.findByRole('textbox', { name: /Amount/ })).toBeVisible();
    expect(changes).toEqual([{ status: 'cancelled' }]);
  });

  it('shows loading, then an error, and retries its terms on request', async () => {
    let answer = (_: Response) => {};
    const { server, user } = await open((each) =>
      each.on(
        withdrawalsApi.terms,
        () =>
          new Promise<Response>((resolve) => {
            answer = resolve;
          }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw funds' }));
    expect(await dialog.findByText('Loading…')).toBeVisible();
    answer(errorResponse('unavailable', 'The service is temporarily unavailable.'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    server.on(withdrawalsApi.terms, () => answered(withdrawalsApi.terms, { data: TERMS }));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /Amount/ })).toBeVisible());
  });
});
