import { type Transaction, transactionsApi, type UserBalance } from '@poklik/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { TransactionsPage } from './transactions-page.tsx';

const balance = { available: '40.00', reserved: '0.00', pending: '0.00', withdrawable: '0.00' };
const ANNA: UserBalance = {
  id: 9,
  email: 'anna@example.test',
  name: 'Anna',
  currency: 'USD',
  balance,
  last_movement_at: null,
  total_in: '50.00',
  total_out: '10.00',
};
const DEPOSIT: Transaction = {
  id: 1,
  kind: 'manual_deposit',
  created_at: '2026-02-03T14:05:00.000Z',
  currency: 'USD',
  available: '25.50',
  reserved: '0.00',
  pending: '0.00',
  balance_after: '65.50',
  reference: 'user:9',
  reason: 'Goodwill',
  by: 'staff',
  staff_name: null,
};

describe('balances of all users', () => {
  const open = (setUp: Parameters<typeof openScreen>[1]) =>
    openScreen(<TransactionsPage />, setUp, {
      profile: { permissions: ['balances:read', 'balances:write', 'billing:read'] },
      namespaces: ['transactions'],
    });

  itHasListStates({
    open,
    endpoint: transactionsApi.users,
    filled: { answer: pageOf(ANNA), says: 'anna@example.test' },
    empty: { answer: pageOf<UserBalance>(), says: 'No users yet' },
  });

  it('makes a manual deposit with a reason; a server error appears in the form and the input is kept', async () => {
    let available = '40.00';
    const sent: unknown[] = [];
    const { server, user } = await open((each) => {
      each.on(transactionsApi.users, () =>
        answered(transactionsApi.users, pageOf({ ...ANNA, balance: { ...balance, available } })),
      );
      each.on(transactionsApi.deposit, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for anna@example.test' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Deposit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Deposit to anna@example.test’s balance' }));
    const submit = () => user.click(form.getByRole('button', { name: 'Deposit' }));
    await submit();
    await waitFor(() => expect(form.getByRole('textbox', { name: /Amount/ })).toBeInvalid());
    await user.click(form.getByRole('textbox', { name: /Amount/ }));
    await user.paste('25,50');
    await user.click(form.getByRole('textbox', { name: /Reason/ }));
    await user.paste('Goodwill');
    await submit();
    expect(await form.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    expect(form.getByRole('textbox', { name: /Reason/ })).toHaveValue('Goodwill');

    server.on(transactionsApi.deposit, ({ body }) => {
      sent.push(body);
      available = '65.50';
      return answered(transactionsApi.deposit, { data: DEPOSIT });
    });
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([{ amount: '25.50', reason: 'Goodwill' }]);
    await waitFor(() => expect(screen.getByRole('row', { name: /Anna/ })).toHaveTextContent('65.50'));
  });
});

describe('own transaction history', () => {
  itHasListStates({
    open: (setUp) =>
      openScreen(<TransactionsPage />, setUp, {
        profile: { permissions: ['billing:read'] },
        namespaces: ['transactions'],
      }),
    endpoint: transactionsApi.own,
    filled: { answer: { ...pageOf(DEPOSIT), balance, currency: 'USD' }, says: 'Goodwill' },
    empty: { answer: { ...pageOf<Transaction>(), balance, currency: 'USD' }, says: 'No transactions yet' },
  });
});
