import { useTranslation } from 'react-i18next';
import { hasPermission } from '../../../../api/current-user.ts';
import { paths } from '../../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../../i18n/use-localized-path.ts';
import type { RowId } from '../../../../ui/data-table/column.ts';
import { ListPage } from '../../../../ui/list-page/list-page.tsx';
import { useCampaignList } from '../campaign-list.queries.ts';
import css from '../campaigns-page.module.css';
import { type CampaignsPageProps, PageDialog, useCampaignsScreen, usePageParts } from '../campaigns-screen.tsx';
import { CampaignRowActions } from '../changes/campaign-row-actions.tsx';
import { PhoneHome } from '../phone/phone-home.tsx';
import { useCampaignCards } from './campaign-cards.tsx';
import { FilesMenu } from './files-menu.tsx';

/** Campaigns as cards, below today's metrics. */
export function CardsPage({ views }: CampaignsPageProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const screen = useCampaignsScreen();
  const { user, list, filters, changes, canWrite, menu, bulkActions } = screen;
  const query = useCampaignList(screen.query);
  const rows = query.data?.rows ?? [];
  const columns = useCampaignCards(filters, (campaign) => (
    <CampaignRowActions campaign={campaign} actions={menu(campaign)} />
  ));
  const home = hasPermission(user, 'statistics:read') && (
    <div className={css.home}>
      <PhoneHome changes={changes} canWrite={canWrite} />
    </div>
  );
  const { toolbar, ...parts } = usePageParts(screen, query, { views, home });
  return (
    <ListPage
      {...parts}
      toolbar={
        toolbar && (
          <>
            {toolbar}
            <FilesMenu filter={filters.query} />
          </>
        )
      }
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => localizedPath(paths.campaignOverview(id))}
      noMatches={{
        filters,
        title: t('select:nothing_found'),
        text: t('list.nothing_found_text'),
        clear: t('list.clear_filters'),
      }}
      {...(canWrite && {
        bulkActions: (ids: RowId[], clear: () => void) =>
          bulkActions(
            rows.filter(({ id }) => ids.includes(id)),
            clear,
          ),
      })}
    >
      <PageDialog
        screen={screen}
        rows={rows}
        onDeleted={(count) => count === rows.length && list.page > 1 && list.goToPage(list.page - 1)}
      />
    </ListPage>
  );
}
