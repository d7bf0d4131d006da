import { currencyRatesApi, type NewCurrencyRates } from '@poklik/contract/currency-rates';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const ratesQuery = queryOptions({
  queryKey: ['currency_rates'],
  queryFn: ({ signal }) => call(currencyRatesApi.list, {}, { signal }),
  select: ({ data }) => data,
});

export function useSaveRates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCurrencyRates) => call(currencyRatesApi.save, { body }),
    onSuccess: (saved) => client.setQueryData(ratesQuery.queryKey, saved),
  });
}
