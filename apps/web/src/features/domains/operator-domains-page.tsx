import { type AccountDomain, DOMAIN_STATUSES } from '@poklik/contract/domains';
import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { ListFilter } from '../../ui/list-page/list-filter.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useAllDomains } from './domains.queries.ts';
import { OperatorDialogs } from './operator-dialogs.tsx';
import { type OperatorAction, useOperatorColumns } from './use-operator-columns.tsx';

interface OperatorDomainsPageProps {
  views: ReactNode;
  /** Whether the installation has a zone for tracking domains. */
  isOn: boolean;
}

/** The tracking domains of all accounts. */
export function OperatorDomainsPage({ views, isOn }: OperatorDomainsPageProps) {
  const { t } = useTranslation('domains');
  if (isOn) return <AllDomains views={views} />;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('operator.subtitle')} />
      {views}
      <EmptyState icon={Globe} title={t('off.title')} text={t('off.text')} />
    </>
  );
}

function AllDomains({ views }: { views: ReactNode }) {
  const { t } = useTranslation('domains');
  const list = useListState(['host', 'created_at']);
  const filters = useListFilters(['search', 'status']);
  const { search, status } = filters.values;
  const knownStatus = DOMAIN_STATUSES.find((each) => each === status);
  const query = useAllDomains({
    ...list.query,
    ...(search && { search }),
    ...(knownStatus && { status: knownStatus }),
  });
  const { about: chosen, ...dialog } = useDialog<{ act: OperatorAction; domain: AccountDomain }>();
  const columns = useOperatorColumns((act, domain) => dialog.open({ act, domain }));
  return (
    <ListPage
      title={t('title')}
      subtitle={t('operator.subtitle')}
      above={views}
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t('operator.search')} maxLength={253} />
          <ListFilter
            filters={filters}
            name="status"
            label={t('operator.status')}
            anyLabel={t('operator.any_status')}
            options={DOMAIN_STATUSES.map((each) => ({ value: each, label: t(`status.${each}`) }))}
          />
        </>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      empty={<EmptyState icon={Globe} title={t('operator.empty_title')} text={t('operator.empty_text')} />}
      noMatches={{
        filters,
        title: t('operator.not_found'),
        text: t('operator.not_found_text'),
        clear: t('operator.clear_filters'),
      }}
    >
      {chosen && <OperatorDialogs key={chosen.domain.id} {...chosen} {...dialog.props} />}
    </ListPage>
  );
}
