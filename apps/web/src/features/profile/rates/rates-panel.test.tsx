import { currencyRatesApi, type NewCurrencyRates } from '@poklik/contract/currency-rates';
import { profileApi } from '@poklik/contract/profile';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { RatesPanel } from './rates-panel.tsx';

const since = '2026-11-01T10:00:00.000Z';

async function open() {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
  const saved: NewCurrencyRates[] = [];
  let version = 1;
  let current: NewCurrencyRates['rates'] = [{ currency: 'EUR', rate: '1.0837', source: 'bank' }];
  const table = (rates: NewCurrencyRates['rates']) => ({
    data: {
      ...{ base_currency: 'USD', has_bank: true, version },
      rates: rates.map((rate) => ({ ...rate, source: rate.source ?? 'manual', valid_from: since })),
    },
  });
  server.on(currencyRatesApi.list, () => answered(currencyRatesApi.list, table(current)));
  const store = (rates: NewCurrencyRates['rates']) => {
    current = rates;
    version += 1;
  };
  server.on(currencyRatesApi.save, ({ body }) => {
    const sent = body as NewCurrencyRates;
    saved.push(sent);
    if (sent.version !== version) return errorResponse('version_conflict', 'Someone else saved changes');
    store(sent.rates);
    return answered(currencyRatesApi.save, table(current));
  });
  await renderAt(<RatesPanel />, { at: '/en/profile?tab=rates', language: 'en' });
  await loadNamespaces(['rates']);
  return { user: userEvent.setup({ delay: null }), saved, saveElsewhere: store };
}

it('adds a currency, keeps what is wrong in the form, and pins a rate that is typed over', async () => {
  const { user, saved } = await open();
  await user.click(await screen.findByRole('combobox', { name: 'Add currency' }));
  await user.type(screen.getByRole('combobox', { name: 'Add currency' }), 'hryvnia');
  await user.click(await screen.findByRole('option', { name: /UAH/ }));
  const hryvnia = screen.getByRole('textbox', { name: '1 UAH in USD' });
  await user.type(hryvnia, '0,0x{Enter}');
  await waitFor(() => expect(hryvnia).toBeInvalid());
  expect(saved).toEqual([]);
  await user.clear(hryvnia);
  await user.type(hryvnia, '0,024');
  const euro = screen.getByRole('textbox', { name: '1 EUR in USD' });
  await user.clear(euro);
  await user.type(euro, '1.1{Enter}');
  await waitFor(() =>
    expect(saved).toEqual([
      {
        version: 1,
        rates: [
          { currency: 'EUR', rate: '1.1', source: 'manual' },
          { currency: 'UAH', rate: '0.024', source: 'manual' },
        ],
      },
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Remove EUR' }));
  await user.click(screen.getByRole('button', { name: 'Save rates' }));
  await waitFor(() => expect(saved[1]?.rates.map(({ currency }) => currency)).toEqual(['UAH']));
});

it('keeps a currency added in another tab, and what was typed here', async () => {
  const { user, saved, saveElsewhere } = await open();
  const euro = await screen.findByRole('textbox', { name: '1 EUR in USD' });
  saveElsewhere([
    { currency: 'EUR', rate: '1.0837', source: 'bank' },
    { currency: 'PLN', rate: '0.27', source: 'manual' },
  ]);
  await user.clear(euro);
  await user.type(euro, '1.1{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else saved changes');
  expect(await screen.findByRole('textbox', { name: '1 PLN in USD' })).toHaveValue('0.27');
  expect(screen.getByRole('textbox', { name: '1 EUR in USD' })).toHaveValue('1.1');
  await user.click(screen.getByRole('button', { name: 'Save rates' }));
  await waitFor(() =>
    expect(saved[1]).toEqual({
      version: 2,
      rates: [
        { currency: 'EUR', rate: '1.1', source: 'manual' },
        { currency: 'PLN', rate: '0.27', source: 'manual' },
      ],
    }),
  );
});
