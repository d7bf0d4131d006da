import { CAMPAIGN_COLUMNS, campaignListApi } from '@poklik/contract/campaign-list';
import { isTypeColumn } from '@poklik/contract/type-columns';
import { useMutation } from '@tanstack/react-query';
import { Download, Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { download } from '../../../../api/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { searchWith } from '../../../../ui/data-table/search-with.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { ColumnsMenu } from '../../../../widgets/grids/columns-menu.tsx';
import { VIEW_PARAMETER } from '../../../../widgets/saved-views/saved-views.queries.ts';
import type { ListRequest } from '../campaign-list.queries.ts';
import css from './campaign-tools.module.css';
import type { CampaignTable } from './use-campaign-table.ts';

const SavedViews = lazy(async () => ({
  default: (await import('../../../../widgets/saved-views/saved-views.tsx')).SavedViews,
}));

interface CampaignToolsProps {
  table: CampaignTable;
  query: ListRequest;
}

/** Columns, saved views and the list as a file. */
export function CampaignTools({ table, query }: CampaignToolsProps) {
  const { t } = useTranslation('grid');
  const { team } = useCurrentUser();
  const { search } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={css.tools}>
      <ColumnsMenu columns={table.columns} layout={table.layout} onLayout={table.setLayout} onReset={table.reset} />
      <Disclosure
        name={t('views.menu')}
        icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <Suspense>
          <SavedViews
            screen="campaigns"
            search={searchWith(search, { [VIEW_PARAMETER]: null, page: null }).search}
            layout={table.layout}
            openedId={table.viewId}
            onDone={() => setIsOpen(false)}
          />
        </Suspense>
        {team.can_export && (
          <div className={css.file}>
            <ExportButton table={table} query={query} />
          </div>
        )}
      </Disclosure>
    </span>
  );
}

/** The file has what the grid shows, in its order. */
function ExportButton({
  table: { layout },
  query: { page: _, per_page: __, types: ___, ...query },
}: CampaignToolsProps) {
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
