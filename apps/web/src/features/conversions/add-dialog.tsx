import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import { NewConversion } from '@poklik/contract/conversions';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { orNothing } from '../../ui/form/written-values.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useAddConversion } from './conversions.queries.ts';

export function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('conversions');
  return (
    <Modal opened={opened} onClose={onClose} title={t('add.title')} closeOnClickOutside={false}>
      <Fields onDone={onClose} />
    </Modal>
  );
}

function Fields({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('conversions');
  const add = useAddConversion();
  const form = useZodForm(NewConversion, {
    defaultValues: { click_id: '', type: 'lead', status: 'approved', transaction_id: '' },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await add.mutateAsync(values);
        toast(t('add.done'));
        onDone();
      }}
    >
      <FormError />
      <TextField
        name="click_id"
        label={t('click_id')}
        hint={t('add.click_hint')}
        required
        autoComplete="off"
        data-autofocus
      />
      <TextField name="type" label={t('type')} hint={t('add.type_hint')} autoComplete="off" />
      <SelectField
        name="status"
        label={t('state')}
        options={CONVERSION_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
      />
      <TextField
        name="payout"
        label={t('payout')}
        hint={t('add.payout_hint')}
        read={orNothing}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField name="transaction_id" label={t('transaction_id')} autoComplete="off" />
      <DialogActions>
        <SubmitButton>{t('add.open')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
