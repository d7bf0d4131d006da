import { BANK_LINE_STATES, type BankLine } from '@poklik/contract/bank';
import { CheckCheck, FileUp, Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { useListFilters } from '../../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ListFilter } from '../../../ui/list-page/list-filter.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../../ui/list-page/list-search.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { TransactionTabs } from '../transaction-tabs.tsx';
import { useBankLines } from './bank.queries.ts';
import { ConfirmProposed } from './confirm-proposed.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useBankColumns } from './use-bank-columns.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Payments received at the bank: imported, matched with invoices and booked. */
export function BankTab() {
  const { t } = useTranslation('transactions');
  const canWrite = hasPermission(useCurrentUser(), 'balances:write');
  const list = useListState(['day', 'amount']);
  const filters = useListFilters(['search', 'state']);
  const { search, state } = filters.values;
  const chosen = BANK_LINE_STATES.find((each) => each === state);
  const query = useBankLines({ ...list.query, ...(search && { search }), ...(chosen && { state: chosen }) });
  const [isImporting, setImporting] = useState(false);
  const [confirmed, setConfirmed] = useState<BankLine[] | null>(null);
  const [decided, setDecided] = useState<BankLine | null>(null);
  const columns = useBankColumns(canWrite ? setDecided : null);
  const proposed = (query.data?.rows ?? []).filter(({ match }) => match === 'proposed');
  return (
    <ListPage
      title={t('bank.title')}
      above={<TransactionTabs chosen="bank" />}
      actions={
        canWrite && (
          <>
            {proposed.length > 0 && (
              <Button icon={<CheckCheck {...icon} />} onClick={() => setConfirmed(proposed)}>
                {t('bank.confirm_proposed', { count: proposed.length })}
              </Button>
            )}
            <Button variant="primary" icon={<FileUp {...icon} />} onClick={() => setImporting(true)}>
              {t('bank.import')}
            </Button>
          </>
        )
      }
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t('bank.search')} maxLength={100} />
          <ListFilter
            filters={filters}
            name="state"
            label={t('bank.column.state')}
            anyLabel={t('bank.any_state')}
            options={BANK_LINE_STATES.map((each) => ({ value: each, label: t(`bank.state.${each}`) }))}
          />
        </>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ payer, purpose }) => payer || purpose}
      empty={<EmptyState icon={Landmark} title={t('bank.empty')} text={t('bank.empty_text')} />}
      noMatches={{ filters, title: t('bank.not_found'), text: t('bank.not_found_text'), clear: t('clear_search') }}
    >
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {decided && <DecideDialog key={decided.id} line={decided} onClose={() => setDecided(null)} />}
      <ConfirmProposed lines={confirmed} onClose={() => setConfirmed(null)} />
    </ListPage>
  );
}
