import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { searchWith } from '../../../../ui/data-table/search-with.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ColumnsMenu } from '../../../../widgets/grids/columns-menu.tsx';
import { VIEW_PARAMETER } from '../../../../widgets/saved-views/saved-views.queries.ts';
import type { ListRequest } from '../campaign-list.queries.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import css from './campaign-tools.module.css';
import type { CampaignTable } from './use-campaign-table.ts';

const SavedViews = lazy(async () => ({
  default: (await import('../../../../widgets/saved-views/saved-views.tsx')).SavedViews,
}));

const ExportButton = lazy(async () => ({ default: (await import('./export-button.tsx')).ExportButton }));
const CampaignFiles = lazy(async () => {
  const [{ CampaignFiles }] = await Promise.all([
    import('../bulk/campaign-files.tsx'),
    loadNamespaces(['campaign_bulk']),
  ]);
  return { default: CampaignFiles };
});

interface CampaignToolsProps {
  table: CampaignTable;
  query: ListRequest;
  filter: CampaignFilters['query'];
}

/** Columns, saved views and the list as a file. */
export function CampaignTools({ table, query, filter }: CampaignToolsProps) {
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
          {team.can_export && (
            <div className={css.file}>
              <ExportButton table={table} query={query} />
            </div>
          )}
          <div className={css.file}>
            <CampaignFiles query={filter} />
          </div>
        </Suspense>
      </Disclosure>
    </span>
  );
}
