import { type AccountDomain, DomainSuspension, SUSPENSION_REASON_MAX } from '@poklik/contract/domains';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useLiftSuspension, useRemoveAnyDomain, useSuspendDomain } from './domains.queries.ts';
import type { OperatorAction } from './use-operator-columns.tsx';

interface OperatorDialogsProps {
  act: OperatorAction;
  domain: AccountDomain;
  opened: boolean;
  onClose: () => void;
}

export function OperatorDialogs({ act, domain, opened, onClose }: OperatorDialogsProps) {
  const { t } = useTranslation(['domains', 'select']);
  const lift = useLiftSuspension();
  const remove = useRemoveAnyDomain();
  const { name } = domain;
  return (
    <>
      <Modal
        opened={opened && act === 'suspend'}
        onClose={onClose}
        title={t('operator.suspend.title', { name })}
        closeOnClickOutside={false}
      >
        <SuspendForm domain={domain} onDone={onClose} />
      </Modal>
      <ConfirmDialog
        opened={opened && act === 'lift'}
        onClose={onClose}
        title={t('operator.lift.title', { name })}
        confirmLabel={t('operator.lift.act')}
        cancelLabel={t('select:cancel')}
        onConfirm={async () => toast((await lift.mutateAsync(domain)).message)}
      >
        {t('operator.lift.text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened && act === 'remove'}
        onClose={onClose}
        title={t('operator.remove.title', { name })}
        confirmLabel={t('operator.remove.act')}
        cancelLabel={t('select:cancel')}
        danger
        onConfirm={async () => toast((await remove.mutateAsync(domain)).message)}
      >
        {t('operator.remove.text', { count: domain.campaigns })}
      </ConfirmDialog>
    </>
  );
}

function SuspendForm({ domain, onDone }: { domain: AccountDomain; onDone: () => void }) {
  const { t } = useTranslation('domains');
  const suspend = useSuspendDomain();
  const form = useZodForm(DomainSuspension, { defaultValues: { reason: '' } });
  return (
    <Form
      form={form}
      onSubmit={async ({ reason }) => {
        toast((await suspend.mutateAsync({ domain, reason })).message);
        onDone();
      }}
    >
      <p>{t('operator.suspend.text')}</p>
      <FormError />
      <TextField
        name="reason"
        label={t('operator.suspend.reason')}
        hint={t('operator.suspend.reason_hint')}
        maxLength={SUSPENSION_REASON_MAX}
        autoComplete="off"
        required
        data-autofocus
      />
      <DialogActions>
        <SubmitButton variant="danger">{t('operator.suspend.act')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
