import { CorrectionForm, REASON_MAX } from '@poklik/contract/transactions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type CorrectionType, useCorrectBalance } from './transactions.queries.ts';

interface CorrectionDialogProps {
  user: { id: number; email: string; currency: string; balance: { available: string } };
  way: CorrectionType;
  opened: boolean;
  onClose: () => void;
}

/** Manual balance correction; the user sees the reason. */
export function CorrectionDialog({ user, way, opened, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation('transactions');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const correct = useCorrectBalance();
  const [name] = useState(newIdempotencyKey);
  const form = useZodForm(CorrectionForm, { defaultValues: { amount: '', reason: '' } });
  const money = (amount: string) => formatMoney(language, amount, user.currency);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`${way}_title`, { email: user.email })}
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={async (body) => {
          const { data } = await correct.mutateAsync({ userId: user.id, way, body, name });
          toast(t('corrected', { balance: money(data.balance_after ?? user.balance.available) }));
          onClose();
        }}
      >
        <p>{t('available_now', { amount: money(user.balance.available) })}</p>
        <TextField
          name="amount"
          label={t('amount')}
          required
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          read={(written) => written.trim().replace(',', '.')}
        />
        <TextareaField name="reason" label={t('reason')} hint={t('reason_hint')} required limit={REASON_MAX} rows={3} />
        <FormError />
        <DialogActions>
          <Button type="button" onClick={onClose}>
            {control('cancel')}
          </Button>
          <SubmitButton variant={way === 'deduct' ? 'danger' : 'primary'}>{t(way)}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}
