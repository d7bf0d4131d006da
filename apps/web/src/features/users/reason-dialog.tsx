import { ActionReason } from '@poklik/contract/users';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import css from './users-page.module.css';

interface ReasonDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Names the action and the customer. */
  title: string;
  confirmLabel: string;
  danger?: boolean;
  /** Who reads the reason. */
  hint: string;
  /** What happens. */
  children: ReactNode;
  /** The dialog closes when it resolves. */
  onConfirm: (body: ActionReason) => Promise<unknown>;
}

/** An action on a customer that needs a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, onClose, title, confirmLabel, danger = false, hint, children, onConfirm } = props;
  const { t } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const form = useZodForm(ActionReason, { defaultValues: { reason: '' } });
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeOnClickOutside={false}>
      <Form
        form={form}
        onSubmit={async (body) => {
          await onConfirm(body);
          onClose();
        }}
      >
        <div className={css.assign}>
          {children}
          <TextareaField name="reason" label={t('reason')} hint={hint} required limit={300} rows={2} />
          <FormError />
          <DialogActions>
            <Button type="button" onClick={onClose}>
              {control('cancel')}
            </Button>
            <SubmitButton variant={danger ? 'danger' : 'primary'}>{confirmLabel}</SubmitButton>
          </DialogActions>
        </div>
      </Form>
    </Modal>
  );
}
