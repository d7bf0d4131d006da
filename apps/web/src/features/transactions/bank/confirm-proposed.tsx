import type { BankLine } from '@poklik/contract/bank';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import css from './bank.module.css';
import { useConfirmLines } from './bank.queries.ts';

/** Books each payment to the invoice that it names. */
export function ConfirmProposed({ lines, onClose }: { lines: BankLine[] | null; onClose: () => void }) {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  const write = useConfirmLines();
  const count = lines?.length ?? 0;
  return (
    <ConfirmDialog
      opened={lines !== null}
      onClose={onClose}
      title={t('bank.confirm_title', { count })}
      confirmLabel={t('bank.confirm')}
      onConfirm={async () => {
        const results = await write.mutateAsync(
          (lines ?? []).flatMap(({ id, candidates: [invoice] }) =>
            invoice ? { line_id: id, action: 'invoice', invoice_id: invoice.id, user_id: null, note: '' } : [],
          ),
        );
        toast(t('bank.confirmed', { count: results.filter(({ result }) => result === 'done').length }));
      }}
    >
      <ul className={css.proposed}>
        {lines?.map(({ id, amount, currency, candidates }) => (
          <li key={id}>
            {candidates[0]?.number} · {candidates[0]?.customer} · {formatMoney(language, amount, currency)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
