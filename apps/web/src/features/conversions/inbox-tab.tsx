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
import { List, type ListProps } from '../../ui/list-page/list.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast/toast.ts';
import { CampaignLink } from '../../widgets/campaign-link.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { daysQuery } from '../../widgets/periods/period.ts';
import { usePeriod } from '../../widgets/periods/use-period.ts';
import { PostbackResultBadge } from '../../widgets/postback-result-badge.tsx';
import css from './conversions.module.css';
import { usePostbacksPage, useReplay } from './conversions.queries.ts';
import { FILTER_NAMES, type FilterField, oneOf } from './filters/filter-fields.ts';
import { ListTools } from './filters/list-tools.tsx';

const FIELDS: readonly FilterField[] = ['verdict', 'company_id'];

interface InboxTabProps {
  /** Above the list of a page of its own. */
  views?: ReactNode;
  /** Only postbacks of one campaign, inside its page. */
  campaignId?: number;
}

/** Every postback with its result. */
export function InboxTab({ views, campaignId }: InboxTabProps) {
  const { t } = useTranslation('conversions');
  const canWrite = hasPermission(useCurrentUser(), 'conversions:write');
  const localizedPath = useLocalizedPath();
  const list = useListState(['received_at']);
  const filters = useListFilters(FILTER_NAMES);
  const period = usePeriod('all');
  const { search, company_id: chosenId, ...chosen } = filters.values;
  const company_id = campaignId === undefined ? chosenId : String(campaignId);
  const verdict = oneOf(POSTBACK_RESULTS, chosen.verdict);
  const query = usePostbacksPage({
    ...list.query,
    ...(search && { search }),
    ...(company_id && { company_id }),
    ...daysQuery(period),
    ...(verdict && { verdict }),
  });
  const columns = useColumns({ canWrite, hasCampaign: campaignId === undefined });
  const shown: ListProps<Postback> = {
    label: t('tab.inbox'),
    toolbar: (
      <ListTools
        filters={filters}
        fields={campaignId === undefined ? FIELDS : FIELDS.filter((field) => field !== 'company_id')}
        period={period}
        placeholder={t('search')}
      />
    ),
    columns,
    list,
    query,
    rowId: (row) => row.id,
    rowLabel: (row) => `${row.campaign?.name ?? t('inbox.no_campaign')} ${row.click_id}`,
    empty: (
      <EmptyState
        icon={Inbox}
        title={t('inbox.empty')}
        text={t('inbox.empty_text')}
        action={
          canWrite && <ButtonLink to={localizedPath(paths.liveCheck('postback'))}>{t('inbox.send_test')}</ButtonLink>
        }
      />
    ),
    noMatches: { filters, title: t('not_found.title'), text: t('not_found.text'), clear: t('clear_filters') },
  };
  return campaignId === undefined ? <ListPage title={t('title')} above={views} {...shown} /> : <List {...shown} />;
}

function useColumns({ canWrite, hasCampaign }: { canWrite: boolean; hasCampaign: boolean }): Column<Postback>[] {
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
    ...(hasCampaign
      ? [
          {
            id: 'campaign',
            header: t('campaign'),
            card: 'value' as const,
            cell: (row: Postback) => (
              <span className={css.name}>
                {row.campaign ? <CampaignLink campaign={row.campaign} /> : t('inbox.no_campaign')}
                {row.network && <small className={css.network}>{row.network.name}</small>}
              </span>
            ),
          },
        ]
      : []),
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

/** Accepted postbacks would only be duplicates; those without a click of the account can never match. */
function ReplayButton({ postback }: { postback: Postback }) {
  const { t } = useTranslation('conversions');
  const replay = useReplay();
  if (postback.conversion_id !== null || postback.campaign === null || postback.verdict === 'no_click_id') return null;
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
