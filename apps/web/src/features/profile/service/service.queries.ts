import { type SettingChanges, type SettingKey, settingsApi } from '@poklik/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

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
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  });
}

export const useSaveSettings = () =>
  useSaved((body: Confirmed & { values: Partial<SettingChanges> }) => call(settingsApi.update, { body }));

export const useUndoSetting = () =>
  useSaved(({ key, ...body }: Confirmed & { key: SettingKey }) => call(settingsApi.undo, { params: { key }, body }));

export const useTestEmail = () => useMutation({ mutationFn: () => call(settingsApi.testEmail) });
export const useTestProvider = () => useMutation({ mutationFn: () => call(settingsApi.testProvider) });
export const addImage = (png: string) => call(settingsApi.addImage, { body: { png } });
