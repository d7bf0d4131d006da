import { currencyRatesApi, type NewCurrencyRates } from '@poklik/contract/currency-rates';
import { profileApi } from '@poklik/contract/profile';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { answered, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { RatesPanel } from './rates-panel.tsx';

const since = '2026-11-01T10:00:00.000Z';

async function open() {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
  const saved: NewCurrencyRates[] = [];
  const table = (rates: NewCurrencyRates['rates']) => ({
    data: {
      ...{ base_currency: 'USD', has_bank: true },
      rates: rates.map((rate) => ({ ...rate, source: rate.source ?? 'manual', valid_from: since })),
    },
  });
  server.on(currencyRatesApi.list, () =>
    answered(currencyRatesApi.list, table([{ currency: 'EUR', rate: '1.0837', source: 'bank' }])),
  );
  server.on(currencyRatesApi.save, ({ body }) => {
    saved.push(body as NewCurrencyRates);
    return answered(currencyRatesApi.save, table((body as NewCurrencyRates).rates));
  });
  await renderAt(<RatesPanel />, { at: '/en/profile?tab=rates', language: 'en' });
  await loadNamespaces(['rates']);
  return { user: userEvent.setup({ delay: null }), saved };
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
