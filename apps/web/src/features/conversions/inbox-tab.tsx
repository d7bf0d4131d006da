import { POSTBACK_RESULTS } from '@poklik/contract/conversion-values';
import type { Postback } from '@poklik/contract/conversions';
import { Inbox, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import css from './conversions.module.css';
import { usePostbacksPage, useReplay } from './conversions.queries.ts';
import { CommonFilters, OneOf, oneOf } from './filters.tsx';
import { PostbackResultBadge } from './postback-result-badge.tsx';

/** Every postback with its result. */
export function InboxTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const canWrite = hasPermission(useCurrentUser(), 'conversions:write');
  const localizedPath = useLocalizedPath();
  const list = useListState(['received_at']);
  const filters = useListFilters(['search', 'verdict', 'company_id', 'start_date', 'end_date']);
  const { search, company_id, start_date, end_date, ...chosen } = filters.values;
  const verdict = oneOf(POSTBACK_RESULTS, chosen.verdict);
  const query = usePostbacksPage({
    ...list.query,
    ...(search && { search }),
    ...(company_id && { company_id }),
    ...(start_date && { start_date }),
    ...(end_date && { end_date }),
    ...(verdict && { verdict }),
  });
  const columns = useColumns(canWrite);
  return (
    <ListPage
      title={t('title')}
      label={t('tab.inbox')}
      above={views}
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t('search')} maxLength={128} />
          <OneOf filters={filters} name="verdict" values={POSTBACK_RESULTS} words="verdict" />
          <CommonFilters filters={filters} />
        </>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => `${row.campaign.name} ${row.click_id}`}
      empty={
        <EmptyState
          icon={Inbox}
          title={t('inbox.empty')}
          text={t('inbox.empty_text')}
          action={
            canWrite && <ButtonLink to={localizedPath(paths.liveCheck('postback'))}>{t('inbox.send_test')}</ButtonLink>
          }
        />
      }
      noMatches={{ filters, title: t('not_found.title'), text: t('not_found.text'), clear: t('clear_filters') }}
    />
  );
}

function useColumns(canWrite: boolean): Column<Postback>[] {
  const { t } = useTranslation('conversions');
  return [
    {
      id: 'received_at',
      header: t('received_at'),
      sortable: true,
      card: 'title',
      cell: (row) => <DateTime iso={row.received_at} />,
    },
    {
      id: 'verdict',
      header: t('filter.verdict'),
      card: 'badge',
      cell: (row) => <PostbackResultBadge verdict={row.verdict} />,
    },
    {
      id: 'campaign',
      header: t('campaign'),
      card: 'value',
      cell: (row) => <span className={css.name}>{row.campaign.name}</span>,
    },
    {
      id: 'raw_query',
      header: t('inbox.request'),
      card: 'value',
      wide: true,
      cell: (row) => (
        <code className={css.id}>
          {row.method} {row.raw_query}
        </code>
      ),
    },
    {
      id: 'ip',
      header: t('inbox.ip'),
      priority: 3,
      cell: (row) => <code className={`${css.id} ${text.nowrap}`}>{row.ip}</code>,
    },
    ...(canWrite
      ? [
          {
            id: 'replay',
            header: t('inbox.replay'),
            narrow: true,
            card: 'actions' as const,
            cell: (row: Postback) => <ReplayButton postback={row} />,
          },
        ]
      : []),
  ];
}

/** Accepted postbacks would only be duplicates; those without a click ID can never match. */
function ReplayButton({ postback }: { postback: Postback }) {
  const { t } = useTranslation('conversions');
  const replay = useReplay();
  if (postback.conversion_id !== null || postback.verdict === 'no_click_id') return null;
  return (
    <Button
      size="sm"
      icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
      loading={replay.isPending}
      onClick={() =>
        replay.mutate(postback.id, {
          onSuccess: ({ verdict }) => toast(t('inbox.replayed', { verdict: t(`verdict.${verdict}`) })),
          onError: (error) => toast(error.message, { kind: 'problem' }),
        })
      }
    >
      {t('inbox.replay')}
    </Button>
  );
}
