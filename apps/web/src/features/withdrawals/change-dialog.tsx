import { type Withdrawal, WithdrawalChange, type WithdrawalStatus } from '@poklik/contract/withdrawals';
import { needsReason, returnsMoney } from '@poklik/domain/withdrawals/transitions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useChangeWithdrawal } from '../../widgets/billing/withdrawals.queries.ts';
import { usePayout } from './withdrawals.queries.ts';
import css from './withdrawals-page.module.css';

interface ChangeDialogProps {
  request: Withdrawal;
  status: WithdrawalStatus;
  opened: boolean;
  onClose: () => void;
}

/** Names the request, what becomes of it and of the money, and asks for what the step needs. */
export function ChangeDialog({ request, status, opened, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const change = useChangeWithdrawal();
  const form = useZodForm(WithdrawalChange, { defaultValues: { status, reason: '', external_id: '' } });
  const [name] = useState(newIdempotencyKey);
  const money = (amount: string) => formatMoney(language, amount, request.currency);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`change.${status}`, { id: request.id })}
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          await change.mutateAsync({ id: request.id, change: values, name });
          onClose();
        }}
      >
        <dl className={css.facts}>
          <dt>{t('column.user')}</dt>
          <dd>{request.user.email}</dd>
          <dt>{t('column.amount')}</dt>
          <dd>{money(request.amount)}</dd>
          <dt>{t('column.net')}</dt>
          <dd>{money(request.net)}</dd>
          <dt>{t(`method.${request.method}`)}</dt>
          <dd>{request.details}</dd>
        </dl>
        {!request.is_own && <FullDetails request={request} />}
        {returnsMoney(status) && <p>{t('money_returns', { amount: money(request.amount) })}</p>}
        {needsReason(status) && (
          <TextareaField name="reason" label={t('reason')} hint={t('reason_hint')} required rows={3} />
        )}
        {status === 'paid' && (
          <TextField name="external_id" label={t('external_id')} maxLength={100} autoComplete="off" />
        )}
        <FormError />
        <div className={css.actions}>
          <Button type="button" onClick={onClose} data-autofocus>
            {control('cancel')}
          </Button>
          <SubmitButton variant={returnsMoney(status) ? 'danger' : 'primary'}>{t(`do.${status}`)}</SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

/** Hidden until requested, because each view is logged. */
function FullDetails({ request }: { request: Withdrawal }) {
  const { t } = useTranslation('withdrawal');
  const [shown, setShown] = useState(false);
  const { data, error, isFetching, refetch } = usePayout(request.id, shown);
  if (data) {
    return (
      <dl className={css.facts}>
        {data.holder && (
          <>
            <dt>{t('holder')}</dt>
            <dd>{data.holder}</dd>
          </>
        )}
        <dt>{t('account')}</dt>
        <dd className={css.secret}>{data.account}</dd>
      </dl>
    );
  }
  return (
    <div>
      <Button type="button" size="sm" loading={isFetching} onClick={() => (shown ? void refetch() : setShown(true))}>
        {t('show_details')}
      </Button>
      {error && <p role="alert">{error.message}</p>}
    </div>
  );
}
