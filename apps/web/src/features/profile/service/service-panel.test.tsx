import { legalApi } from '@poklik/contract/legal';
import { profileApi } from '@poklik/contract/profile';
import {
  SECRET_NAMES,
  SETTING_NAMES,
  type SettingChanges,
  type SettingsState,
  settingsApi,
} from '@poklik/contract/settings';
import { type VatRates, vatApi } from '@poklik/contract/vat';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ServicePanel } from './service-panel.tsx';

const VAT_RATES: VatRates = {
  rates: [
    { country: 'DE', proposed: '19.00', current: null, next: null },
    {
      ...{ country: 'EE', proposed: '24.00', current: { rate: '24.00', valid_from: '2026-01-01' } },
      next: { rate: '25.00', valid_from: '2027-01-01' },
    },
  ],
  cross_border: { currency: 'EUR', limit: '10000.00', years: [{ year: 2026, amount: '10000.01' }] },
};

const stateOf = (values: Partial<SettingChanges> = {}, more: Partial<SettingsState> = {}): SettingsState => ({
  version: 3,
  values: {
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, null])),
    ...Object.fromEntries(SECRET_NAMES.map((name) => [name, { set: false, last4: null }])),
    ...values,
  } as unknown as SettingsState['values'],
  locked: {},
  changed: {},
  ...more,
});

async function open(state: SettingsState) {
  const server = fakeServer();
  const sent: unknown[] = [];
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ permissions: ['settings:write'] })));
  server.on(settingsApi.get, () => answered(settingsApi.get, { data: state }));
  server.on(settingsApi.checklist, () =>
    answered(settingsApi.checklist, {
      data: [
        { item: 'https', done: true },
        { item: 'logo', done: false },
      ],
    }),
  );
  server.on(vatApi.rates, () => answered(vatApi.rates, { data: VAT_RATES }));
  server.on(legalApi.list, () => answered(legalApi.list, { data: [] }));
  server.on(settingsApi.update, ({ body }) => {
    sent.push(body);
    const { values } = body as { values: Partial<SettingChanges> };
    return answered(settingsApi.update, { data: stateOf({ ...(state.values as object), ...values }, { version: 4 }) });
  });
  await loadNamespaces(['service', 'profile']);
  await renderAt(<ServicePanel />, { at: '/en/profile?tab=service', language: 'en' });
  return { server, sent, user: userEvent.setup({ delay: null }) };
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('service settings', () => {
  it('send only what was changed, and ask for the password where it is needed', async () => {
    const { sent, user } = await open(stateOf({ app_name: 'Old', seller_name: 'Seller', tax_percent: '0' }));
    const seller = await card('Seller and tax');
    await user.type(seller.getByLabelText('Name of the seller'), ' Ltd');
    expect(seller.queryByLabelText('Your password')).toBeNull();
    await user.clear(seller.getByLabelText('Tax, %'));
    await user.type(seller.getByLabelText('Tax, %'), '20,5');
    await user.type(seller.getByLabelText('Your password'), 'secret words');
    await user.click(seller.getByRole('button', { name: 'Save' }));
    expect(await seller.findByText('Saved')).toBeVisible();
    expect(sent).toEqual([
      { version: 3, values: { seller_name: 'Seller Ltd', tax_percent: '20.5' }, password: 'secret words' },
    ]);
  });

  it('show the error under its field and keep what was typed', async () => {
    const { server, user } = await open(stateOf({ app_name: 'Old' }));
    server.on(settingsApi.update, () =>
      errorResponse('invalid_request', 'Check the fields.', { 'values.app_name': ['Not this name'] }),
    );
    const name = await card('Name and addresses');
    await user.type(name.getByLabelText('Service name'), 'er');
    await user.click(name.getByRole('button', { name: 'Save' }));
    expect(await name.findByText('Not this name')).toBeVisible();
    expect(name.getByLabelText('Service name')).toHaveValue('Older');
  });

  it('that the environment sets are locked and name the variable', async () => {
    await open(stateOf({ app_name: 'Fixed' }, { locked: { app_name: 'APP_NAME' } }));
    const field = (await card('Name and addresses')).getByLabelText('Service name');
    expect(field).toBeDisabled();
    expect(field).toHaveAccessibleDescription(/APP_NAME/);
  });

  it('offer the nearest readable shade of a color', async () => {
    const { user } = await open(stateOf());
    const look = await card('Appearance');
    await user.type(look.getByLabelText('Accent color'), '#ffe600');
    await user.click(look.getByRole('button', { name: 'Use #827500' }));
    expect(look.getByLabelText('Accent color')).toHaveValue('#827500');
  });

  it('have VAT rates, of which those not confirmed and changed ones are confirmed', async () => {
    const { server, user } = await open(stateOf());
    const bodies: unknown[] = [];
    server.on(vatApi.confirm, ({ body }) => {
      bodies.push(body);
      return answered(vatApi.confirm, { data: VAT_RATES });
    });
    const vat = within(await screen.findByRole('region', { name: 'VAT rates' }));
    expect(vat.getByLabelText('Germany, %')).toHaveAccessibleDescription('Proposed, not confirmed');
    expect(vat.getByLabelText('Estonia, %')).toHaveAccessibleDescription(/^Confirmed, since .* 25% from/);
    await user.clear(vat.getByLabelText('Germany, %'));
    await user.type(vat.getByLabelText('Germany, %'), '20,5');
    await user.clear(vat.getByLabelText('Valid from'));
    await user.type(vat.getByLabelText('Valid from'), '2027-07-01');
    await user.type(vat.getByLabelText('Your password'), 'secret words');
    await user.click(vat.getByRole('button', { name: 'Confirm rates' }));
    const rates = [{ country: 'DE', rate: '20.5', valid_from: '2027-07-01' }];
    await waitFor(() => expect(bodies).toEqual([{ rates, password: 'secret words' }]));
    expect(screen.getByText(/More than €10,000.00 in a year/)).toBeVisible();
  });

  it('begin with what is left to do', async () => {
    await open(stateOf());
    const list = await card('Before you open');
    expect(list.getByText('1 of 2 done')).toBeVisible();
    expect(list.getByRole('link', { name: 'Your logo is set' })).toHaveAttribute('href', '#appearance-heading');
  });

  it('say so when they cannot be read', async () => {
    const server = fakeServer();
    server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
    server.on(settingsApi.get, () => errorResponse('unavailable', 'Away for a moment'));
    await loadNamespaces(['service']);
    await renderAt(<ServicePanel />, { at: '/en/profile?tab=service', language: 'en' });
    expect(await screen.findByText('Away for a moment')).toBeVisible();
  });
});
