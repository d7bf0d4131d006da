import { referralsApi } from '@poklik/contract/referrals';
import type { UserBalance } from '@poklik/contract/transactions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSetRate } from './transactions.queries.ts';
import css from './transactions-page.module.css';

interface RateDialogProps {
  user: UserBalance;
  opened: boolean;
  onClose: () => void;
}

/** Sets a user's own commission rate; an empty value restores the default rate. */
export function RateDialog({ user, opened, onClose }: RateDialogProps) {
  const { t } = useTranslation('transactions');
  const { t: control } = useTranslation('select');
  const set = useSetRate();
  const [name] = useState(newIdempotencyKey);
  const form = useZodForm(referralsApi.setRate.body, { defaultValues: { percent: null } });
  return (
    <Modal opened={opened} onClose={onClose} title={t('rate.title', { email: user.email })}>
      <Form
        form={form}
        onSubmit={async ({ percent }) => {
          const { data } = await set.mutateAsync({ userId: user.id, percent, name });
          toast(t('rate.done', { percent: data.percent }));
          onClose();
        }}
      >
        <TextField
          name="percent"
          label={t('rate.percent')}
          hint={t('rate.hint')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          read={(written) => (written.trim() === '' ? null : written.trim().replace(',', '.'))}
        />
        <FormError />
        <div className={css.actions}>
          <Button type="button" onClick={onClose}>
            {control('cancel')}
          </Button>
          <SubmitButton>{t('rate.save')}</SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}
