import { BLACK_LIST_ACTIONS, type BlackListEntry } from '@poklik/contract/black-list';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choice/select.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { type ListFilters, useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../../widgets/use-campaign-options.ts';
import { AddDialog, LimitReached } from './add-dialog.tsx';
import { useBlackListPage } from './black-list.queries.ts';
import css from './black-list-page.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { useColumns } from './use-columns.tsx';

export function BlackListPage() {
  return hasPermission(useCurrentUser(), 'black_list:read') ? <BlackList /> : <AccessDenied />;
}

type Filter = 'search' | 'action' | 'company_id';

function BlackList() {
  const { t } = useTranslation('black_list_page');
  const { t: control } = useTranslation('select');
  const canWrite = hasPermission(useCurrentUser(), 'black_list:write');
  const list = useListState(['ip', 'action', 'hits', 'last_hit_at', 'created_at']);
  const filters = useListFilters<Filter>(['search', 'action', 'company_id']);
  const query = useBlackListPage({ ...list.query, ...queryOf(filters) });
  const [adding, setAdding] = useState(false);
  const removal = useDialog<BlackListEntry[]>();
  const columns = useColumns(canWrite ? (entry) => removal.open([entry]) : undefined);
  const { limits, rows = [], ownIp = '' } = query.data ?? {};
  const hasEntries = limits !== undefined && limits.used > 0;

  const add = () => setAdding(true);
  useCreateKey(canWrite && limits ? add : undefined);

  const addButton = <CreateButton onClick={add}>{t('add')}</CreateButton>;

  const leaveEmptyPage = () => {
    if (rows.length === removal.about?.length && list.page > 1) list.goToPage(list.page - 1);
  };

  return (
    <ListPage
      title={t('title')}
      subtitle={limits && t(limits.max === null ? 'used' : 'used_of', { used: limits.used, max: limits.max })}
      actions={canWrite && hasEntries && addButton}
      above={
        limits?.max != null &&
        limits.used >= limits.max && (
          <div className={css.banner}>
            <LimitReached limits={limits} />
          </div>
        )
      }
      toolbar={(filters.isFiltered || hasEntries) && <Filters filters={filters} />}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ ip }) => ip}
      empty={<EmptyState icon={Ban} title={t('empty.title')} text={t('empty.text')} action={canWrite && addButton} />}
      noMatches={{ filters, title: t('not_found.title'), text: t('not_found.text'), clear: t('clear_filters') }}
      {...(canWrite && {
        bulkActions: (ids) => (
          <Button size="sm" variant="danger" onClick={() => removal.open(rows.filter(({ id }) => ids.includes(id)))}>
            {control('delete')}
          </Button>
        ),
      })}
    >
      {limits && <AddDialog opened={adding} onClose={() => setAdding(false)} limits={limits} ownIp={ownIp} />}
      <RemoveDialog {...removal.props} entries={removal.about ?? []} onRemoved={leaveEmptyPage} />
    </ListPage>
  );
}

/** Invalid filter values are ignored. */
function queryOf({ values: { search, action, company_id } }: ListFilters<Filter>) {
  const known = BLACK_LIST_ACTIONS.find((each) => each === action);
  return { ...(search && { search }), ...(known && { action: known }), ...(company_id && { company_id }) };
}

const ANY_ACTION = 'any';

function Filters({ filters }: { filters: ListFilters<Filter> }) {
  const { t } = useTranslation('black_list_page');
  const { action = ANY_ACTION, company_id: campaign = ALL_CAMPAIGNS } = filters.values;
  const campaigns = useCampaignOptions(campaign);
  return (
    <>
      <ListSearch filters={filters} placeholder={t('search')} maxLength={64} />
      <div className={css.filter}>
        <Select
          aria-label={t('action')}
          value={action}
          onChange={(value) => filters.set('action', value === ANY_ACTION ? null : value)}
          options={[
            { value: ANY_ACTION, label: t('any_action') },
            ...BLACK_LIST_ACTIONS.map((each) => ({ value: each, label: t(each) })),
          ]}
        />
      </div>
      <div className={css.filter}>
        <Select
          aria-label={t('campaign')}
          value={campaign}
          onChange={(value) => filters.set('company_id', value === ALL_CAMPAIGNS ? null : value)}
          searchable
          {...campaigns}
        />
      </div>
    </>
  );
}
