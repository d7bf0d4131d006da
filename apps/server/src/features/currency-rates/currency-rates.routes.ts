import type { CurrencyRate, currencyRatesApi } from '@poklik/contract/currency-rates';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { listCurrentRates, saveRates } from './currency-rates.service.ts';

export function currencyRatesRoutes({ db, config }: Services): Handlers<typeof currencyRatesApi> {
  const toResponse = (rates: CurrencyRate[]) => ({
    data: { base_currency: BASE_CURRENCY, rates, has_bank: config.ratesSource.length > 0 },
  });
  return {
    list: async () => toResponse(await listCurrentRates(db)),
    save: async (caller, { body }) => toResponse(await saveRates(db, caller, body)),
  };
}
