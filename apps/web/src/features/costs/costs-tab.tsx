import { COST_SOURCES, type CostEntry } from '@poklik/contract/costs';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { ReceiptText, Undo2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { CampaignLink } from '../../widgets/campaign-link.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { AddCostDialog } from './add-cost-dialog.tsx';
import { CostPeriod } from './cost-period.tsx';
import css from './costs.module.css';
import { useCostsPage } from './costs.queries.ts';
import { ImportCostsDialog } from './import-costs-dialog.tsx';
import { UndoDialog } from './undo-dialog.tsx';

/** Every cost entry with what it changed. */
export function CostsTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('costs');
  const canWrite = hasPermission(useCurrentUser(), 'costs:write');
  const list = useListState(['created_at', 'from']);
  const filters = useListFilters(['company_id']);
  const { company_id } = filters.values;
  const query = useCostsPage({ ...list.query, ...(company_id && { company_id }) });
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [undoing, setUndoing] = useState<CostEntry | null>(null);
  const columns = useColumns(canWrite ? setUndoing : undefined);
  const add = () => setAdding(true);
  useCreateKey(canWrite ? add : undefined);
  return (
    <ListPage
      title={title}
      label={t('title')}
      above={views}
      actions={
        canWrite && (
          <>
            <Button icon={<Upload size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setImporting(true)}>
              {t('import.open')}
            </Button>
            <CreateButton onClick={add}>{t('add.open')}</CreateButton>
          </>
        )
      }
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => `${row.campaign.name} ${row.amount} ${row.currency}`}
      empty={
        <EmptyState
          icon={ReceiptText}
          title={t('empty.title')}
          text={t('empty.text')}
          action={canWrite && <Button onClick={add}>{t('add.open')}</Button>}
        />
      }
      noMatches={{ filters, title: t('no_matches.title'), text: t('no_matches.text'), clear: t('no_matches.clear') }}
    >
      <AddCostDialog opened={adding} campaignId={company_id ?? ''} onClose={() => setAdding(false)} />
      <ImportCostsDialog opened={importing} onClose={() => setImporting(false)} />
      <UndoDialog entry={undoing} onClose={() => setUndoing(null)} />
    </ListPage>
  );
}

function useColumns(onUndo: ((entry: CostEntry) => void) | undefined): Column<CostEntry>[] {
  const { t } = useTranslation('costs');
  const language = useLanguage();
  const base = (amount: string | null) => (amount === null ? '—' : formatMoney(language, amount, BASE_CURRENCY));
  return [
    {
      id: 'created_at',
      header: t('added'),
      sortable: true,
      card: 'title',
      cell: (row) => (
        <>
          <DateTime iso={row.created_at} />
          <small className={css.note}>
            {[t(`source.${COST_SOURCES.find((each) => each === row.source) ?? 'manual'}`), row.author?.name]
              .filter(Boolean)
              .join(', ')}
          </small>
        </>
      ),
    },
    { id: 'state', header: t('state'), card: 'badge', cell: (row) => <StateBadge entry={row} /> },
    { id: 'campaign', header: t('campaign'), card: 'value', cell: (row) => <CampaignLink campaign={row.campaign} /> },
    {
      id: 'from',
      header: t('period'),
      sortable: true,
      card: 'value',
      wide: true,
      cell: (row) => <CostPeriod entry={row} />,
    },
    {
      id: 'amount',
      header: t('amount'),
      align: 'end',
      card: 'value',
      cell: (row) => (
        <>
          <span className={text.nowrap}>{formatMoney(language, row.amount, row.currency)}</span>
          <small className={css.note}>{t(`action.${row.kind === 'fee' ? 'fee' : row.mode}`)}</small>
        </>
      ),
    },
    {
      id: 'change',
      header: t('change'),
      align: 'end',
      card: 'value',
      cell: (row) => (
        <span className={text.nowrap}>
          {base(row.cost_before)} → {base(row.cost_after)}
        </span>
      ),
    },
    { id: 'note', header: t('note'), priority: 3, cell: (row) => row.note },
    ...(onUndo
      ? [
          {
            id: 'undo',
            header: t('undo.open'),
            narrow: true,
            card: 'actions' as const,
            cell: (row: CostEntry) =>
              row.undone_at === null && (
                <Button size="sm" icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />} onClick={() => onUndo(row)}>
                  {t('undo.open')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

function StateBadge({ entry }: { entry: CostEntry }) {
  const { t } = useTranslation('costs');
  if (!entry.is_applied)
    return (
      <Badge kind="info" shape="clock">
        {t('states.pending')}
      </Badge>
    );
  return entry.undone_at === null ? (
    <Badge kind="success" shape="check">
      {t('states.applied')}
    </Badge>
  ) : (
    <Badge kind="neutral" shape="back">
      {t(entry.replaced_by === null ? 'states.undone' : 'states.replaced')}
    </Badge>
  );
}
