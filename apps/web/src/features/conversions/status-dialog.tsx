import type { ConversionStatus } from '@poklik/contract/campaigns';
import type { Conversion } from '@poklik/contract/conversions';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { needsReason } from '@poklik/domain/conversions/transitions';
import { fromMicro, toMicro } from '@poklik/domain/money/amount';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import fieldCss from '../../ui/form/field.module.css';
import { toast } from '../../ui/toast/toast.ts';
import css from './conversions.module.css';
import { useChangeMany } from './conversions.queries.ts';

interface StatusDialogProps {
  change: { rows: Conversion[]; status: ConversionStatus } | null;
  onClose: () => void;
}

/** Confirms a status change with count and amount. */
export function StatusDialog({ change, onClose }: StatusDialogProps) {
  const { t } = useTranslation('conversions');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const write = useChangeMany();
  const [reason, setReason] = useState('');
  const field = useId();
  const rows = change?.rows ?? [];
  const status = change?.status ?? 'approved';
  const sum = rows.some(({ revenue }) => revenue === null)
    ? null
    : fromMicro(rows.reduce((total, { revenue }) => total + toMicro(revenue ?? '0'), 0n));
  const asksReason = rows.some((row) => needsReason(row.status, status));
  const close = () => {
    setReason('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={change !== null}
      onClose={close}
      title={t('change.title', { count: rows.length, status: t(`status.${status}`) })}
      confirmLabel={t(`make.${status}`)}
      cancelLabel={control('cancel')}
      danger={status !== 'approved'}
      onConfirm={async () => {
        const { message } = await write.mutateAsync({ ids: rows.map(({ id }) => id), status, reason: reason.trim() });
        toast(message);
      }}
    >
      <div className={css.part}>
        {sum !== null && <p>{t('change.sum', { sum: formatMoney(language, sum, BASE_CURRENCY) })}</p>}
        {asksReason && (
          <label htmlFor={field} className={css.part}>
            {t('change.reason')}
            <input
              id={field}
              className={fieldCss.control}
              value={reason}
              maxLength={300}
              required
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
      </div>
    </ConfirmDialog>
  );
}
