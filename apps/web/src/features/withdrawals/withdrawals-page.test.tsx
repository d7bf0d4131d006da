import { type CommissionOnHold, referralsApi } from '@poklik/contract/referrals';
import { type Withdrawal, withdrawalsApi } from '@poklik/contract/withdrawals';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { buildWithdrawal } from '../../testing/withdrawal.ts';
import { WithdrawalsPage } from './withdrawals-page.tsx';

const REQUEST = buildWithdrawal({ next: ['approved', 'rejected'] });
const ON_HOLD: CommissionOnHold = {
  id: 3,
  email: 'b***@example.test',
  base: '99.00',
  percent: '10',
  amount: '9.90',
  reversed: '0.00',
  currency: 'USD',
  status: 'held',
  created_at: '2026-02-03T14:05:00.000Z',
  release_at: '2026-03-05T14:05:00.000Z',
  referrer: { id: 9, email: 'anna@example.test' },
  referral: { id: 10, email: 'bohdan@example.test' },
  held_for: ['same_ip'],
};

const openAt = (at: string) => (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(<WithdrawalsPage />, setUp, {
    profile: { permissions: ['billing:read', 'billing:write', 'withdrawals:review'] },
    namespaces: ['withdrawal'],
    at,
  });
const open = openAt('/en/withdrawal');

describe('the requests for withdrawal', () => {
  itHasListStates({
    open,
    endpoint: withdrawalsApi.list,
    filled: { answer: pageOf(REQUEST), says: /#21 · anna@example.test/ },
    empty: { answer: pageOf<Withdrawal>(), says: 'No requests yet' },
  });

  it('are rejected with a reason; a refusal stands in the dialog and keeps what was typed', async () => {
    let request = REQUEST;
    let sent: unknown;
    const { server, user } = await open((each) => {
      each.on(withdrawalsApi.list, () => answered(withdrawalsApi.list, pageOf(request)));
      each.on(withdrawalsApi.changeStatus, () => errorResponse('status_conflict', 'This step is no longer possible.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for request #21' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject request #21' }));
    const reason = dialog.getByRole('textbox', { name: /Reason/ });
    await user.click(reason);
    await user.paste('Wrong holder');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('This step is no longer possible.');
    expect(reason).toHaveValue('Wrong holder');

    server.on(withdrawalsApi.changeStatus, ({ body }) => {
      sent = body;
      request = { ...REQUEST, status: 'rejected', reason: 'Wrong holder', next: [] };
      return answered(withdrawalsApi.changeStatus, { data: request });
    });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject({ status: 'rejected', reason: 'Wrong holder' });
    expect(screen.getByRole('row', { name: /anna@example.test/ })).toHaveTextContent('Wrong holder');
  });

  it('show where the money goes only when somebody asks, and when asked again after a failure', async () => {
    const { server, user } = await open((each) => {
      each.on(withdrawalsApi.list, () => answered(withdrawalsApi.list, pageOf(REQUEST)));
      each.on(withdrawalsApi.payout, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for request #21' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve request #21' }));
    expect(server.received).not.toContain('GET /withdrawals/21/payout');
    await user.click(dialog.getByRole('button', { name: 'Show full details' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    const data = { method: 'bank', holder: 'Anna', account: 'UA213223130000026007233566001' } as const;
    server.on(withdrawalsApi.payout, () => answered(withdrawalsApi.payout, { data }));
    await user.click(dialog.getByRole('button', { name: 'Show full details' }));
    expect(await dialog.findByText(data.account)).toBeVisible();
  });
});

describe('the commissions on hold', () => {
  itHasListStates({
    open: openAt('/en/withdrawal?tab=held'),
    endpoint: referralsApi.held,
    filled: { answer: pageOf(ON_HOLD), says: 'bohdan@example.test' },
    empty: { answer: pageOf<CommissionOnHold>(), says: 'Nothing to review' },
  });
});
