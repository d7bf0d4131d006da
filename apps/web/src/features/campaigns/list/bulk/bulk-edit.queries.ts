import { type BulkEdit, type BulkEditReport, bulkEditsApi } from '@poklik/contract/bulk-edits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';
import { refetchLists } from '../campaign-list.queries.ts';

/** Previews or makes an edit. */
export function useBulkEdit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BulkEdit): Promise<BulkEditReport> => (await call(bulkEditsApi.edit, { body })).data,
    onSuccess: (_, { dry_run: isPreview }) => (isPreview ? undefined : refetchLists(client)),
  });
}

export function useUndoEdit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (token: string): Promise<BulkEditReport> =>
      (await call(bulkEditsApi.undo, { body: { token } })).data,
    onSettled: () => refetchLists(client),
  });
}
