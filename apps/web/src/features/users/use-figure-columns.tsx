import type { CustomerFigures } from '@poklik/contract/customers';
import type { ListedUser } from '@poklik/contract/users';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatExactTime, formatRelative } from '../../format/dates.ts';
import { formatCompact, formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { Column } from '../../ui/data-table/column.ts';
import text from '../../ui/text.module.css';

/** Figures of accounts; team members and operators have none. */
export function useFigureColumns(): Column<ListedUser>[] {
  const { t } = useTranslation('customers');
  const language = useLanguage();
  const money = (name: 'mrr' | 'revenue' | 'balance') => ({
    id: name,
    header: t(`column.${name}`),
    sortable: true,
    align: 'end' as const,
    card: 'value' as const,
    cell: ({ customer }: ListedUser) =>
      customer ? <span className={text.nowrap}>{formatMoney(language, customer[name], customer.currency)}</span> : '—',
  });
  return [
    money('mrr'),
    { ...money('revenue'), priority: 3 },
    money('balance'),
    {
      id: 'events',
      header: t('column.events'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ customer }) => (customer ? <Events {...customer} /> : '—'),
    },
    {
      id: 'campaigns',
      header: t('column.campaigns'),
      sortable: true,
      align: 'end',
      priority: 3,
      card: 'value',
      cell: ({ customer }) => formatInteger(language, customer?.campaigns ?? null),
    },
    {
      id: 'last_activity_at',
      header: t('column.last_activity'),
      sortable: true,
      card: 'value',
      cell: ({ customer, last_login_at: login }) => <Moment at={customer ? customer.last_activity_at : login} />,
    },
  ];
}

/** Of the quota, if there is one. */
function Events({ events, events_limit: limit }: CustomerFigures) {
  const language = useLanguage();
  const used = formatCompact(language, events);
  const exact = formatInteger(language, events);
  return (
    <span className={text.nowrap} title={limit === null ? exact : `${exact} / ${formatInteger(language, limit)}`}>
      {limit === null ? used : `${used} / ${formatCompact(language, limit)}`}
    </span>
  );
}

function Moment({ at }: { at: string | null }) {
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  if (at === null) return '—';
  return (
    <time dateTime={at} title={formatExactTime(language, at, timezone)} className={text.nowrap}>
      {formatRelative(language, at, timezone, new Date())}
    </time>
  );
}
