import { InvoiceReason } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { newKey, useInvoiceAction } from '../../widgets/billing/billing.queries.ts';

interface InvoiceActionDialogProps {
  invoice: Invoice;
  act: 'voidInvoice' | 'markPaid';
  onClose: () => void;
}

/** Manual invoice actions with consequences and a recorded reason. */
export function InvoiceActionDialog({ invoice, act, onClose }: InvoiceActionDialogProps) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const [key] = useState(newKey);
  const save = useInvoiceAction();
  const form = useZodForm(InvoiceReason, { defaultValues: { reason: '' } });
  const isVoid = act === 'voidInvoice';
  const amount = formatMoney(language, invoice.total, invoice.currency);
  const consequence = () => {
    if (!isVoid) return t('mark_paid_text', { amount });
    return t(invoice.status === 'paid' ? 'void_paid_text' : 'void_open_text', { amount });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isVoid ? 'void_title' : 'mark_paid_title', { number: invoice.number })}
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={async ({ reason }) => {
          await save.mutateAsync({ id: invoice.id, act, reason, key: `${key}-${act}-${reason.length}` });
          onClose();
        }}
      >
        <FormError />
        <p>{consequence()}</p>
        <TextField name="reason" label={t('reason')} hint={t('reason_hint')} />
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <SubmitButton variant={isVoid ? 'danger' : 'primary'}>{t(isVoid ? 'void' : 'mark_paid')}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}
