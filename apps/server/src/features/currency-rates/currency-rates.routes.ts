import type { CurrencyRates, currencyRatesApi } from '@poklik/contract/currency-rates';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getCurrentRates, saveRates } from './currency-rates.service.ts';

export function currencyRatesRoutes({ db, config }: Services): Handlers<typeof currencyRatesApi> {
  const toResponse = (current: Pick<CurrencyRates, 'rates' | 'version'>) => ({
    data: { base_currency: BASE_CURRENCY, ...current, has_bank: config.ratesSource.length > 0 },
  });
  return {
    list: async () => toResponse(await getCurrentRates(db)),
    save: async (caller, { body }) => toResponse(await saveRates(db, caller, body)),
  };
}
