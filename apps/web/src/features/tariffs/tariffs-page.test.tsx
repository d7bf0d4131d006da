import { type Billing, billingApi, type TariffQuote } from '@poklik/contract/billing';
import { type Subscription, subscriptionsApi } from '@poklik/contract/subscriptions';
import { type Tariff, tariffsApi } from '@poklik/contract/tariffs';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen } from '../../testing/screen.tsx';
import { buildTariff } from '../../testing/tariff.ts';
import { TariffsPage } from './tariffs-page.tsx';

const FREE = buildTariff({
  id: 1,
  code: 'free',
  name: { ua: 'Безкоштовний', ru: 'Бесплатный', en: 'Free' },
  price: '0.00',
  prices: { month: '0.00', year: '0.00' },
});
const PRO = buildTariff();
const used = { used: 1, limit: 10 };
const SUBSCRIPTION: Subscription = {
  tariff_id: FREE.id,
  period: 'month',
  status: 'active',
  starts_at: null,
  ends_at: null,
  grace_until: null,
  is_trial: false,
  next: null,
  usage: {
    events: { ...used, exhausted_at: null, resets_at: '2026-03-01T00:00:00.000Z' },
    campaigns: used,
    seats: used,
    blacklist: used,
  },
};
const BILLING: Billing = {
  balance: '150.00',
  currency: 'USD',
  credit: '0.00',
  open_invoice: null,
  next_charge: null,
  coupon: null,
  provider: null,
  providers: [],
  can_pay: true,
  ...{ can_save: true, methods: [], dunning: null },
  last_payment: null,
};
const QUOTE: TariffQuote = {
  kind: 'start',
  tariff_id: PRO.id,
  period: 'month',
  effective_at: '2026-02-03T14:05:00.000Z',
  ends_at: '2026-03-03T14:05:00.000Z',
  lines: [{ kind: 'tariff', tariff_id: PRO.id, from: null, until: null, amount: '99.00' }],
  tax_rate: '0',
  tax_treatment: null,
  needs_country: false,
  tax: '0.00',
  total: '99.00',
  credit_left: '0.00',
  balance: '150.00',
  missing: '0.00',
  ...{ coupon: null, needs_card: false },
  currency: 'USD',
  over_limit: [],
};

describe('plans page for customers', () => {
  let subscription = SUBSCRIPTION;
  const open = (setUp: Parameters<typeof openScreen>[1]) => {
    subscription = SUBSCRIPTION;
    return openScreen(
      <TariffsPage />,
      (server) => {
        server.on(tariffsApi.list, () => answered(tariffsApi.list, { data: [FREE, PRO] }));
        server.on(subscriptionsApi.get, () => answered(subscriptionsApi.get, { data: subscription }));
        server.on(billingApi.get, () => answered(billingApi.get, { data: BILLING }));
        server.on(billingApi.quote, () => answered(billingApi.quote, { data: QUOTE }));
        setUp(server);
      },
      {
        profile: { permissions: ['tariffs:read', 'billing:read', 'billing:pay'] },
        namespaces: ['tariffs', 'invoices'],
      },
    );
  };

  itHasListStates({
    open,
    endpoint: tariffsApi.list,
    filled: { answer: { data: [FREE, PRO] }, says: 'Choose Pro' },
  });

  it('changes the plan at the quoted price and shows a server error in the dialog', async () => {
    let sent: unknown;
    const { server, user } = await open((each) =>
      each.on(billingApi.pay, () => errorResponse('balance_too_low', 'The balance is too low for this amount.')),
    );
    await user.click(await screen.findByRole('button', { name: 'Choose Pro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch to “Pro”' }));
    const pay = await dialog.findByRole('button', { name: /^Pay .*99\.00/ });
    await user.click(pay);
    expect(await dialog.findByRole('alert')).toHaveTextContent('The balance is too low for this amount.');

    server.on(billingApi.pay, ({ body }) => {
      sent = body;
      subscription = { ...SUBSCRIPTION, tariff_id: PRO.id };
      return answered(billingApi.pay, { data: { status: 'paid', payment_url: null, invoice_id: 1 } });
    });
    await user.click(pay);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject({ method: 'balance', period: 'month' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose Pro' })).not.toBeInTheDocument());
    // A customer who has just paid is not offered a smaller plan.
    expect(screen.getByRole('button', { name: 'Choose Free' })).toHaveAttribute('data-variant', 'secondary');
  });

  it('pays at the provider that was chosen, and says what it charges', async () => {
    let sent: unknown;
    const offered = [
      { name: 'stripe', can_save: true, can_set_up: true, currency: 'USD', rate: null },
      { name: 'monobank', can_save: true, can_set_up: true, currency: 'UAH', rate: '0.025' },
    ] satisfies Billing['providers'];
    const { user } = await open((each) => {
      const data = { ...BILLING, provider: 'stripe' as const, providers: offered };
      each.on(billingApi.get, () => answered(billingApi.get, { data }));
      each.on(billingApi.pay, ({ body }) => {
        sent = body;
        return errorResponse('provider_unavailable', 'The payment provider does not answer.');
      });
    });
    await user.click(await screen.findByRole('button', { name: 'Choose Pro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch to “Pro”' }));
    await user.click(await dialog.findByRole('radio', { name: 'Online' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Pay at' }), 'Monobank');
    expect(dialog.getByText(/You will be charged .*3,960\.00/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: /^Pay/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The payment provider does not answer.');
    expect(sent).toMatchObject({ method: 'provider', provider: 'monobank' });
  });

  it('shows why a quote failed and retries', async () => {
    const { server, user } = await open((each) =>
      each.on(billingApi.quote, () => errorResponse('unavailable', 'The service is temporarily unavailable.')),
    );
    await user.click(await screen.findByRole('button', { name: 'Choose Pro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch to “Pro”' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    server.on(billingApi.quote, () => answered(billingApi.quote, { data: QUOTE }));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: /^Pay/ })).toBeEnabled();
  });
});

describe('plans page for the operator', () => {
  const open = (setUp: Parameters<typeof openScreen>[1]) =>
    openScreen(<TariffsPage />, setUp, {
      profile: { permissions: ['tariffs:read', 'tariffs:write'] },
      namespaces: ['tariffs'],
    });

  itHasListStates({
    open,
    endpoint: tariffsApi.list,
    filled: { answer: { data: [PRO] }, says: '4 accounts' },
  });

  it('edits a plan; a server error appears under its field and the input is kept', async () => {
    let tariff: Tariff = PRO;
    const { server, user } = await open((each) => {
      each.on(tariffsApi.list, () => answered(tariffsApi.list, { data: [tariff] }));
      each.on(tariffsApi.update, () =>
        errorResponse('invalid_request', 'Check the highlighted fields.', {
          code: ['A plan with this code already exists'],
        }),
      );
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Pro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit plan' }));
    const price = dialog.getByRole('textbox', { name: 'Price' });
    await user.clear(price);
    await user.paste('120.00');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const code = dialog.getByRole('textbox', { name: 'Code' });
    await waitFor(() => expect(code).toHaveAccessibleDescription(/plan with this code already exists/));
    expect(price).toHaveValue('120.00');

    server.on(tariffsApi.update, ({ body }) => {
      tariff = { ...PRO, price: (body as Tariff).price, prices: { month: '120.00', year: null } };
      return answered(tariffsApi.update, { data: tariff });
    });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText(/120/)).toBeVisible();
  });
});
