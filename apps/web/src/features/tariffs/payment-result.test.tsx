import { type Billing, billingApi } from '@poklik/contract/billing';
import { tariffsApi } from '@poklik/contract/tariffs';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answered } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildTariff } from '../../testing/tariff.ts';
import { PaymentResult } from './payment-result.tsx';

const PRO = buildTariff();
const PAID: NonNullable<Billing['last_payment']> = {
  status: 'paid',
  purpose: 'tariff',
  is_on_balance: false,
  amount: '99.00',
  currency: 'USD',
  tariff_id: PRO.id,
  invoice: { id: 7, number: 'INV-202602-0001' },
};

const open = (last_payment: Billing['last_payment']) =>
  openScreen(
    <PaymentResult outcome="success" />,
    (server) => {
      server.on(tariffsApi.list, () => answered(tariffsApi.list, { data: [PRO] }));
      server.on(billingApi.get, () =>
        answered(billingApi.get, {
          data: {
            ...{ balance: '0.00', currency: 'USD', credit: '0.00', open_invoice: null, next_charge: null },
            coupon: null,
            ...{
              provider: 'sandbox',
              providers: [],
              can_pay: true,
              can_save: true,
              methods: [],
              dunning: null,
              last_payment,
            },
          },
        }),
      );
    },
    { profile: { permissions: ['tariffs:read', 'billing:read'] }, namespaces: ['tariffs'] },
  );

it('leads from a payment to its invoice', async () => {
  await open(PAID);
  expect(await screen.findByRole('dialog', { name: /Pro/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download invoice' })).toBeInTheDocument();
});

it('offers no invoice until the payment is confirmed', async () => {
  await open({ ...PAID, status: 'pending', invoice: null });
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Download invoice' })).not.toBeInTheDocument();
});
