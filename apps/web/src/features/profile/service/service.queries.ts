import { type LegalSlug, type LegalTexts, legalApi } from '@poklik/contract/legal';
import type { Provider } from '@poklik/contract/payment-methods';
import { type SettingChanges, type SettingKey, settingsApi } from '@poklik/contract/settings';
import { type NewVatRates, vatApi } from '@poklik/contract/vat';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const CHECKLIST = ['service', 'checklist'] as const;

export const checklistQuery = queryOptions({
  queryKey: CHECKLIST,
  queryFn: ({ signal }) => call(settingsApi.checklist, {}, { signal }),
  select: ({ data }) => data,
});

export const settingsQuery = queryOptions({
  queryKey: ['service', 'settings'],
  queryFn: ({ signal }) => call(settingsApi.get, {}, { signal }),
  select: ({ data }) => data,
});

interface Confirmed {
  version: number;
  password?: string;
  code?: string;
}

type Saved = Awaited<ReturnType<typeof call<typeof settingsApi.get>>>;

/** Every change answers with all settings. */
function useSaved<Input>(change: (input: Input) => Promise<Saved>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      return client.invalidateQueries({ queryKey: CHECKLIST });
    },
  });
}

export const useSaveSettings = () =>
  useSaved((body: Confirmed & { values: Partial<SettingChanges> }) => call(settingsApi.update, { body }));

export const useUndoSetting = () =>
  useSaved(({ key, ...body }: Confirmed & { key: SettingKey }) => call(settingsApi.undo, { params: { key }, body }));

export const vatRatesQuery = queryOptions({
  queryKey: ['service', 'vat rates'],
  queryFn: ({ signal }) => call(vatApi.rates, {}, { signal }),
  select: ({ data }) => data,
});

export function useConfirmVatRates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewVatRates) => call(vatApi.confirm, { body }),
    onSuccess: (saved) => client.setQueryData(vatRatesQuery.queryKey, saved),
  });
}

/** A test that succeeded ticks an item of the checklist. */
function useTest<Input, Result>(test: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: test, onSuccess: () => client.invalidateQueries({ queryKey: CHECKLIST }) });
}

export const useTestEmail = () => useTest((_: undefined) => call(settingsApi.testEmail));
export const useTestProvider = () =>
  useTest((provider: Provider) => call(settingsApi.testProvider, { body: { provider } }));
export const addImage = (png: string) => call(settingsApi.addImage, { body: { png } });

const LEGAL = ['service', 'legal'] as const;

export const legalQuery = queryOptions({
  queryKey: LEGAL,
  queryFn: ({ signal }) => call(legalApi.list, {}, { signal }),
  select: ({ data }) => data,
});

export const documentQuery = (slug: LegalSlug, version: number) =>
  queryOptions({
    queryKey: [...LEGAL, slug, version],
    queryFn: ({ signal }) => call(legalApi.get, { params: { slug }, query: { version: String(version) } }, { signal }),
    select: ({ data }) => data,
  });

/** The checklist has an item about it. */
export function usePublish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      slug,
      ...body
    }: {
      slug: LegalSlug;
      version: number;
      texts: LegalTexts;
      needs_acceptance: boolean;
    }) => call(legalApi.publish, { params: { slug }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['service'] }),
  });
}
