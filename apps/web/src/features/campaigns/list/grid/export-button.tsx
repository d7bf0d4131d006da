import { CAMPAIGN_COLUMNS, campaignListApi } from '@poklik/contract/campaign-list';
import { isTypeColumn } from '@poklik/contract/type-columns';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../api/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import type { ListRequest } from '../campaign-list.queries.ts';
import type { CampaignTable } from './use-campaign-table.ts';

interface ExportButtonProps {
  table: CampaignTable;
  query: ListRequest;
}

/** The file has what the grid shows, in its order. */
export function ExportButton({
  table: { layout },
  query: { page: _, per_page: __, types: ___, ltv: ____, ...query },
}: ExportButtonProps) {
  const { t } = useTranslation('statistics');
  const isPinned = ({ pinned }: { pinned?: boolean | undefined }) => Number(pinned ?? false);
  const columns = layout.columns
    .toSorted((one, other) => isPinned(other) - isPinned(one))
    .flatMap(({ id }) => (isTypeColumn(id) ? id : (CAMPAIGN_COLUMNS.find((column) => column === id) ?? [])));
  const file = useMutation({
    mutationFn: () =>
      download(campaignListApi.export, { query: { ...query, columns: columns.join(',') } }, 'campaigns.csv'),
    onError: (error) => toast(error.message || t('export_failed'), { kind: 'problem' }),
  });
  return (
    <Button
      size="sm"
      icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t('export')}
    </Button>
  );
}
