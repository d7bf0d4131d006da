import type { CurrencyRate, currencyRatesApi } from '@poklik/contract/currency-rates';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Handlers } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { currentRates, saveRates } from './currency-rates.service.ts';

const answer = (rates: CurrencyRate[]) => ({ data: { base_currency: BASE_CURRENCY, rates } });

export const currencyRatesRoutes = ({ db }: Services): Handlers<typeof currencyRatesApi> => ({
  list: async () => answer(await currentRates(db)),
  save: async (caller, { body }) => answer(await saveRates(db, caller, body)),
});
