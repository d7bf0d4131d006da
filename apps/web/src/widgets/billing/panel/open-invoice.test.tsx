import { type Billing, billingApi } from '@poklik/contract/billing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { OpenInvoice } from './open-invoice.tsx';

const INVOICE: NonNullable<Billing['open_invoice']> = {
  ...{ id: 7, number: 'INV-202611-0007', due: '99.00', due_at: '2026-11-30T00:00:00.000Z' },
  ...{ takes_coupon: true, bank_transfer: null },
};
const PROVIDERS = [
  { name: 'stripe', can_save: true, can_set_up: true, currency: 'USD', rate: null },
  { name: 'monobank', can_save: true, can_set_up: true, currency: 'UAH', rate: '0.025' },
] satisfies Billing['providers'];

describe('an unpaid invoice', () => {
  const open = async (providers: Billing['providers'] = PROVIDERS) => {
    const sent: unknown[] = [];
    const { user } = await openScreen(
      <OpenInvoice invoice={INVOICE} currency="USD" providers={providers} />,
      (server) =>
        server.on(billingApi.payInvoice, ({ body }) => {
          sent.push(body);
          return errorResponse('provider_unavailable', 'The payment provider does not answer.');
        }),
      { profile: { permissions: ['billing:read', 'billing:pay'] }, namespaces: ['invoices'] },
    );
    return { user, sent };
  };

  it('is paid at the provider that is chosen, with what it charges', async () => {
    const { user, sent } = await open();
    await user.click(await screen.findByRole('button', { name: 'Pay' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Pay at' }), 'Monobank');
    expect(dialog.getByText(/You will be charged .*3,960\.00/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Pay' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The payment provider does not answer.');
    expect(sent).toEqual([{ method: 'provider', provider: 'monobank' }]);
  });

  it('takes a coupon, also where there is a choice of providers, and keeps what was typed', async () => {
    const { user, sent } = await open();
    await user.click(await screen.findByRole('button', { name: 'I have a coupon' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Pay at' }), 'Monobank');
    await user.type(screen.getByRole('textbox', { name: /Coupon/ }), 'SPRING{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment provider does not answer.');
    expect(sent).toEqual([{ method: 'provider', provider: 'monobank', coupon: 'SPRING' }]);
    expect(screen.getByRole('textbox', { name: /Coupon/ })).toHaveValue('SPRING');
  });

  it('is paid from the balance without a provider', async () => {
    const { user, sent } = await open([]);
    await user.click(await screen.findByRole('button', { name: 'Pay' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment provider does not answer.');
    expect(sent).toEqual([{ method: 'balance' }]);
  });
});
