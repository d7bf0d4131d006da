import { Refund } from '@poklik/contract/billing';
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
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { newKey, useRefund } from './billing.queries.ts';

/** Names the customer and what happens, and asks for a reason. */
export function RefundDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const [key] = useState(newKey);
  const refund = useRefund();
  const left = (Number(invoice.total) - Number(invoice.refunded) - Number(invoice.disputed)).toFixed(2);
  const form = useZodForm(Refund, { defaultValues: { amount: left, to: 'balance', reason: '' } });
  const values = { amount: formatMoney(language, left, invoice.currency), customer: invoice.bill_to.email };
  return (
    <Modal opened onClose={onClose} title={t('refund_title', { number: invoice.number })} closeOnClickOutside={false}>
      <Form
        form={form}
        onSubmit={async (body) => {
          const { data } = await refund.mutateAsync({
            id: invoice.id,
            body,
            key: `${key}-${body.to}-${body.amount}-${body.reason.length}`,
          });
          toast(t(data.refunded === invoice.refunded ? 'refund_sent' : 'refund_done'));
          onClose();
        }}
      >
        <FormError />
        <p>{t('refund_text', values)}</p>
        <TextField
          name="amount"
          label={t('refund_amount', { currency: invoice.currency })}
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField
          name="to"
          label={t('refund_to')}
          options={[
            { value: 'balance', label: t('refund_balance') },
            { value: 'provider', label: t('refund_provider') },
          ]}
        />
        <TextField name="reason" label={t('reason')} hint={t('reason_hint')} />
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <SubmitButton variant="danger">{t('refund')}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}
