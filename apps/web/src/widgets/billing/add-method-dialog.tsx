import type { Billing } from '@poklik/contract/billing';
import { ChargeConsentForm } from '@poklik/contract/payment-methods';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import css from './billing.module.css';
import { goToCheckout } from './billing.queries.ts';
import { useAddMethod } from './payment-methods.queries.ts';
import { ProviderChoice, useProvider } from './providers/provider-choice.tsx';

interface AddMethodDialogProps {
  /** Those where a card can be saved without paying. */
  providers: Billing['providers'];
  onClose: () => void;
}

/** The box starts unticked, and the card is entered on the provider's page. */
export function AddMethodDialog({ providers, onClose }: AddMethodDialogProps) {
  const { t } = useTranslation('invoices');
  const add = useAddMethod();
  const [chosen, choose] = useProvider(providers);
  const [defaultValues] = useState({ consent: false as unknown as true });
  const form = useZodForm(ChargeConsentForm, { defaultValues });
  return (
    <Modal opened onClose={onClose} title={t('methods.add')}>
      <Form
        form={form}
        onSubmit={async () => {
          const { data } = await add.mutateAsync(chosen?.name);
          goToCheckout(data.url);
        }}
      >
        <FormError />
        <ProviderChoice providers={providers} chosen={chosen} onChoose={choose} amount={null} />
        <CheckboxField name="consent" label={t('methods.consent')} />
        <p className={css.note}>{t('methods.page_note')}</p>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <SubmitButton>{t('methods.continue')}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}
