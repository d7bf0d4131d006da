import type { Coupon } from '@poklik/contract/coupons';
import { Archive, Pencil, TicketPercent } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumericDay } from '../../../format/dates.ts';
import { formatInteger, formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { useListFilters } from '../../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useCreateKey } from '../../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../../ui/list-page/list-search.tsx';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast/toast.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { useArchiveCoupon, useCoupons } from './coupons.queries.ts';
import { useCouponText } from './use-coupon-text.ts';

/** All coupons with how often they were used. */
export function CouponsList({ above }: { above: ReactNode }) {
  const { t } = useTranslation('tariffs');
  const filters = useListFilters(['search']);
  const list = useListState(['created_at', 'code', 'uses']);
  const { search } = filters.values;
  const query = useCoupons({ ...list.query, ...(search ? { search } : {}) });
  const archive = useArchiveCoupon();
  const [edited, setEdited] = useState<Coupon | 'new' | null>(null);
  const [archived, setArchived] = useState<Coupon | null>(null);
  const add = () => setEdited('new');
  useCreateKey(add);
  const columns = useColumns({ onEdit: setEdited, onArchive: setArchived });
  return (
    <ListPage
      title={t('coupons.title')}
      above={above}
      actions={<CreateButton onClick={add}>{t('coupons.add')}</CreateButton>}
      toolbar={<ListSearch filters={filters} placeholder={t('coupons.search')} />}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ code }) => code}
      empty={
        <EmptyState
          icon={TicketPercent}
          title={t(search ? 'coupons.none_found' : 'coupons.empty')}
          text={search ? undefined : t('coupons.empty_text')}
        />
      }
    >
      {edited && <CouponDialog coupon={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        opened={archived !== null}
        onClose={() => setArchived(null)}
        title={t('coupons.archive_title', { code: archived?.code })}
        confirmLabel={t('editor.archive')}
        onConfirm={async () => {
          if (archived) toast((await archive.mutateAsync(archived)).message);
        }}
        danger
      >
        <p>{t('coupons.archive_text')}</p>
      </ConfirmDialog>
    </ListPage>
  );
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const LOOK = {
  active: ['success', 'dot'],
  scheduled: ['info', 'ring'],
  expired: ['neutral', 'ring'],
  used_up: ['neutral', 'check'],
  archived: ['neutral', 'box'],
} as const;

interface Actions {
  onEdit: (coupon: Coupon) => void;
  onArchive: (coupon: Coupon) => void;
}

function useColumns(actions: Actions): Column<Coupon>[] {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { discountOf, durationOf } = useCouponText();
  const day = (iso: string | null) => (iso === null ? '…' : formatNumericDay(language, iso));
  const uses = ({ uses: used, uses_max: max }: Coupon) =>
    max === null
      ? formatInteger(language, used)
      : t('used_of', { used: formatInteger(language, used), limit: formatInteger(language, max) });
  return [
    {
      id: 'code',
      header: t('coupons.code'),
      sortable: true,
      card: 'title',
      cell: ({ code, note }) => (
        <span className={text.stacked}>
          <span>{code}</span>
          {note && <span className={text.aside}>{note}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('coupons.state'),
      card: 'badge',
      cell: ({ state }) => (
        <Badge kind={LOOK[state][0]} shape={LOOK[state][1]}>
          {t(`coupons.states.${state}`)}
        </Badge>
      ),
    },
    {
      id: 'discount',
      header: t('coupons.discount'),
      card: 'value',
      cell: (coupon) => (
        <span className={text.stacked}>
          <span className={text.nowrap}>{discountOf(coupon)}</span>
          <span className={`${text.aside} ${text.nowrap}`}>{durationOf(coupon)}</span>
        </span>
      ),
    },
    {
      id: 'valid',
      header: t('coupons.valid'),
      card: 'value',
      cell: ({ valid_from: from, valid_until: until }) => (
        <span className={text.nowrap}>
          {from === null && until === null ? t('coupons.always') : `${day(from)} – ${day(until)}`}
        </span>
      ),
    },
    {
      id: 'uses',
      header: t('coupons.uses'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: (coupon) => <span className={text.nowrap}>{uses(coupon)}</span>,
    },
    {
      id: 'discounted',
      header: t('coupons.discounted'),
      align: 'end',
      priority: 3,
      card: 'value',
      cell: ({ discounted, currency }) => (
        <span className={text.nowrap}>{formatMoney(language, discounted, currency)}</span>
      ),
    },
    {
      id: 'actions',
      header: t('coupons.actions'),
      narrow: true,
      card: 'actions',
      cell: (coupon) => <Menu coupon={coupon} {...actions} />,
    },
  ];
}

function Menu({ coupon, onEdit, onArchive }: Actions & { coupon: Coupon }) {
  const { t } = useTranslation('tariffs');
  const { t: control } = useTranslation('select');
  return (
    <ActionsMenu
      label={control('actions_of', { name: coupon.code })}
      actions={[
        { label: t('editor.edit'), icon: <Pencil {...icon} />, onSelect: () => onEdit(coupon) },
        ...(coupon.state === 'archived'
          ? []
          : [
              {
                label: t('editor.archive'),
                icon: <Archive {...icon} />,
                danger: true as const,
                onSelect: () => onArchive(coupon),
              },
            ]),
      ]}
    />
  );
}
