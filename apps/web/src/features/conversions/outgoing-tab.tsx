import { OUTGOING_STATES, type OutgoingLogEntry } from '@poklik/contract/outgoing';
import { Eye, RotateCcw, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { CampaignLink } from '../../widgets/campaign-link.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { daysQuery } from '../../widgets/periods/period.ts';
import { usePeriod } from '../../widgets/periods/use-period.ts';
import { requestText } from '../../widgets/request-text.ts';
import css from './conversions.module.css';
import { useOutgoingPage, useReplayOutgoing } from './conversions.queries.ts';
import { FILTER_NAMES, type FilterField, oneOf } from './filters/filter-fields.ts';
import { ListTools } from './filters/list-tools.tsx';

const FIELDS: readonly FilterField[] = ['delivery', 'company_id'];

/** What traffic sources were told, and what they answered. */
export function OutgoingTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const list = useListState(['created_at']);
  const filters = useListFilters(FILTER_NAMES);
  const period = usePeriod('all');
  const { search, company_id, delivery } = filters.values;
  const state = oneOf(OUTGOING_STATES, delivery);
  const query = useOutgoingPage({
    ...list.query,
    ...(search && { search }),
    ...(company_id && { company_id }),
    ...daysQuery(period),
    ...(state && { state }),
  });
  const [shown, setShown] = useState<OutgoingLogEntry | null>(null);
  const columns = useColumns(setShown);
  return (
    <ListPage
      title={t('title')}
      label={t('tab.outgoing')}
      above={views}
      toolbar={<ListTools filters={filters} fields={FIELDS} period={period} placeholder={t('outgoing.search')} />}
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${row.campaign.name} ${row.name}`}
      empty={<EmptyState icon={Send} title={t('outgoing.empty')} text={t('outgoing.empty_text')} />}
      noMatches={{ filters, title: t('not_found.title'), text: t('not_found.text'), clear: t('clear_filters') }}
    >
      <DeliveryDialog entry={shown} onClose={() => setShown(null)} />
    </ListPage>
  );
}

const LOOKS = {
  waiting: { kind: 'info', shape: 'clock' },
  sent: { kind: 'success', shape: 'check' },
  failed: { kind: 'danger', shape: 'cross' },
  skipped: { kind: 'neutral', shape: 'ring' },
} as const satisfies Record<OutgoingLogEntry['state'], BadgeLook>;

function useColumns(onShow: (entry: OutgoingLogEntry) => void): Column<OutgoingLogEntry>[] {
  const { t } = useTranslation('conversions');
  const { t: words } = useTranslation('connections');
  return [
    {
      id: 'created_at',
      header: t('outgoing.queued'),
      sortable: true,
      card: 'title',
      cell: (row) => <DateTime iso={row.created_at} />,
    },
    {
      id: 'state',
      header: t('filter.delivery'),
      card: 'badge',
      cell: (row) => <Badge {...LOOKS[row.state]}>{t(`outgoing.state.${row.state}`)}</Badge>,
    },
    {
      id: 'campaign',
      header: t('campaign'),
      card: 'value',
      cell: (row) => (
        <span className={css.name}>
          <CampaignLink campaign={row.campaign} />
        </span>
      ),
    },
    { id: 'name', header: t('outgoing.name'), card: 'value', cell: (row) => row.name || '—' },
    {
      id: 'request',
      header: t('outgoing.request'),
      card: 'value',
      wide: true,
      cell: (row) => <code className={css.id}>{row.url === '' ? '—' : `${row.method} ${row.url}`}</code>,
    },
    {
      id: 'answer',
      header: t('outgoing.answer'),
      card: 'value',
      cell: (row) => (row.reason ? words(`reasons.${row.reason}`) : (row.answer ?? (row.error || '—'))),
    },
    {
      id: 'show',
      header: t('outgoing.show'),
      narrow: true,
      card: 'actions',
      cell: (row) => (
        <Button size="sm" icon={<Eye size={16} strokeWidth={1.75} aria-hidden />} onClick={() => onShow(row)}>
          {t('outgoing.show')}
        </Button>
      ),
    },
  ];
}

function DeliveryDialog({ entry, onClose }: { entry: OutgoingLogEntry | null; onClose: () => void }) {
  const { t } = useTranslation('conversions');
  const { t: words } = useTranslation('connections');
  const canWrite = hasPermission(useCurrentUser(), 'conversions:write');
  const replay = useReplayOutgoing();
  return (
    <Modal opened={entry !== null} onClose={onClose} title={entry?.name || t('outgoing.title')} wide>
      {entry && (
        <div className={css.part}>
          <div>
            <Badge {...LOOKS[entry.state]}>{t(`outgoing.state.${entry.state}`)}</Badge>{' '}
            {t('outgoing.attempts', { count: entry.attempts })}
          </div>
          {entry.reason && <p>{words(`reasons.${entry.reason}`)}</p>}
          {entry.url !== '' && (
            <>
              <h3>{t('outgoing.request')}</h3>
              <CodeBlock code={requestText(entry)} label={t('outgoing.request')} />
            </>
          )}
          {entry.url !== '' && <h3>{t('outgoing.answer')}</h3>}
          {entry.error !== '' && <p>{entry.error}</p>}
          {entry.answer !== null && (
            <CodeBlock code={`HTTP ${entry.answer}\n${entry.answer_body ?? ''}`} label={t('outgoing.answer')} />
          )}
          {entry.answer === null && entry.error === '' && entry.state === 'waiting' && <p>{t('outgoing.no_answer')}</p>}
          {canWrite && entry.state !== 'waiting' && (
            <DialogActions>
              <Button
                icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
                loading={replay.isPending}
                onClick={() =>
                  replay.mutate(entry.id, {
                    onSuccess: ({ message }) => {
                      toast(message);
                      onClose();
                    },
                    onError: (error) => toast(error.message, { kind: 'problem' }),
                  })
                }
              >
                {t('outgoing.replay')}
              </Button>
            </DialogActions>
          )}
        </div>
      )}
    </Modal>
  );
}
