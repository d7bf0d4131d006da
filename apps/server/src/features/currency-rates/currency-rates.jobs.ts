import type { Config } from '../../config.ts';
import type { Services } from '../../services.ts';
import { updateRates } from './update-rates.service.ts';

export const currencyRatesJobs = (services: Services): Record<string, () => Promise<void>> => ({
  update_rates: () => updateRates(services),
});

/** Banks publish once a day, at hours of their own. */
export const currencyRatesSchedule = ({ ratesSource }: Config): string[] =>
  ratesSource.length > 0 ? ['25 * * * * update_rates'] : [];
