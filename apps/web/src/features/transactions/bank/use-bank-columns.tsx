import type { BankLine } from '@poklik/contract/bank';
import { useTranslation } from 'react-i18next';
import { formatNumericDay } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import text from '../../../ui/text.module.css';

const LOOK = {
  proposed: ['success', 'check'],
  candidates: ['info', 'dot'],
  none: ['warning', 'ring'],
  booked: ['neutral', 'check'],
  set_aside: ['neutral', 'box'],
} as const;

/** Without `onDecide`, the reader can't book anything. */
export function useBankColumns(onDecide: ((line: BankLine) => void) | null): Column<BankLine>[] {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  const money = (amount: string, currency: string) => (
    <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>
  );
  const result = ({ state, match, candidates, invoice, customer, to_balance: toBalance, currency, note }: BankLine) => {
    if (state === 'set_aside') return note;
    if (state === 'waiting')
      return match === 'proposed'
        ? `${candidates[0]?.number} · ${candidates[0]?.customer}`
        : candidates.length === 0
          ? t('bank.no_candidates')
          : t('bank.may_pay', { count: candidates.length });
    const balance =
      Number(toBalance) > 0 && t('bank.on_balance', { amount: formatMoney(language, toBalance, currency) });
    return [invoice?.number, customer?.email, balance].filter(Boolean).join(' · ');
  };
  return [
    {
      id: 'payer',
      header: t('bank.column.payer'),
      card: 'title',
      cell: ({ payer, purpose }) => (
        <span className={text.stacked}>
          <span>{payer || purpose || '—'}</span>
          {payer && purpose && <span className={text.aside}>{purpose}</span>}
        </span>
      ),
    },
    {
      id: 'day',
      header: t('bank.column.day'),
      sortable: true,
      card: 'value',
      cell: ({ day }) => <span className={text.nowrap}>{formatNumericDay(language, day)}</span>,
    },
    {
      id: 'amount',
      header: t('bank.column.amount'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      id: 'state',
      header: t('bank.column.state'),
      card: 'badge',
      cell: ({ state, match }) => {
        const name = state === 'waiting' ? match : state;
        return (
          <Badge kind={LOOK[name][0]} shape={LOOK[name][1]}>
            {t(state === 'waiting' ? `bank.match.${match}` : `bank.state.${state}`)}
          </Badge>
        );
      },
    },
    { id: 'result', header: t('bank.column.result'), card: 'value', cell: (line) => result(line) || '—' },
    {
      id: 'actions',
      header: t('bank.column.actions'),
      align: 'end',
      narrow: true,
      card: 'actions',
      cell: (line) =>
        onDecide &&
        line.state === 'waiting' && (
          <Button size="sm" onClick={() => onDecide(line)}>
            {t('bank.assign')}
          </Button>
        ),
    },
  ];
}
