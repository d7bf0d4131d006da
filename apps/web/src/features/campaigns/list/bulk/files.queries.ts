import { type CampaignImportReport, campaignFilesApi, type FileFormat } from '@poklik/contract/campaign-files';
import type { RequestOf } from '@poklik/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';
import { download } from '../../../../api/download.ts';
import { refetchLists } from '../campaign-list.queries.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';

const EXPORTS = {
  json: { endpoint: campaignFilesApi.exportJson, name: 'campaigns.json' },
  csv: { endpoint: campaignFilesApi.exportCsv, name: 'campaign-destinations.csv' },
};

export const useExportFile = (query: CampaignFilters['query']) =>
  useMutation({
    mutationFn: (format: FileFormat) => download(EXPORTS[format].endpoint, { query }, EXPORTS[format].name),
  });

/** Previews or makes an import. */
export function useImportFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: RequestOf<typeof campaignFilesApi.import>['body']): Promise<CampaignImportReport> =>
      (await call(campaignFilesApi.import, { body })).data,
    onSuccess: (_, { dry_run: isPreview }) => (isPreview ? undefined : refetchLists(client)),
  });
}
