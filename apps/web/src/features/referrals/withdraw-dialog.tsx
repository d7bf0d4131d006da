import { NewWithdrawal, type SavedPayout, type WithdrawalTerms } from '@poklik/contract/withdrawals';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { BlockedWithdrawal, blocksOf } from './blocked-withdrawal.tsx';
import { PayoutForm } from './payout-form.tsx';
import { useRequestWithdrawal, useWithdrawalTerms } from './referrals.queries.ts';
import css from './referrals-page.module.css';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

type Step = 'amount' | 'payout' | 'done';

/** Payout details, then the amount, then a summary. */
export function WithdrawDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('referrals');
  const terms = useWithdrawalTerms();
  const [step, setStep] = useState<Step>('amount');
  const close = () => {
    onClose();
    setStep('amount');
  };
  const { data } = terms;
  const isBlocked = data !== undefined && blocksOf(data).length > 0;
  const wantsPayout = step === 'payout' || data?.payout === null;
  return (
    <Modal opened={opened} onClose={close} title={t('withdraw_title')} closeOnClickOutside={false}>
      {terms.error && !data && (
        <ErrorCard message={terms.error.message} code={undefined} onRetry={() => void terms.refetch()} />
      )}
      {terms.isPending && <PageLoader />}
      {data && step === 'done' && <Done onClose={close} />}
      {data && step !== 'done' && wantsPayout && (
        <PayoutForm onSaved={() => setStep('amount')} onBack={data.payout === null ? close : () => setStep('amount')} />
      )}
      {data && step === 'amount' && data.payout !== null && isBlocked && (
        <BlockedWithdrawal terms={data} payout={data.payout} onChangePayout={() => setStep('payout')} />
      )}
      {data && step === 'amount' && data.payout !== null && !isBlocked && (
        <AmountForm
          terms={data}
          payout={data.payout}
          onChangePayout={() => setStep('payout')}
          onRequested={() => setStep('done')}
        />
      )}
    </Modal>
  );
}

function Done({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('referrals');
  const { t: control } = useTranslation('select');
  return (
    <div className={css.form}>
      <Banner kind="success" role="status">
        {t('withdraw_done')}
      </Banner>
      <div className={css.actions}>
        <Button onClick={onClose} data-autofocus>
          {control('close')}
        </Button>
      </div>
    </div>
  );
}

interface AmountFormProps {
  terms: WithdrawalTerms;
  payout: SavedPayout;
  onChangePayout: () => void;
  onRequested: () => void;
}

function AmountForm({ terms, payout, onChangePayout, onRequested }: AmountFormProps) {
  const { t } = useTranslation('referrals');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const request = useRequestWithdrawal();
  const money = (amount: string) => formatMoney(language, amount, terms.currency);
  const form = useZodForm(NewWithdrawal, { defaultValues: { amount: '' } });
  const amount = useWatch({ control: form.control, name: 'amount' });
  // A new amount gets a new idempotency key; a repeat does not.
  const sent = useRef<{ amount: string; name: string }>(null);
  const net = Number(amount) - Number(terms.fee);
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        if (sent.current?.amount !== values.amount) sent.current = { ...values, name: newIdempotencyKey() };
        await request.mutateAsync(sent.current);
        onRequested();
      }}
    >
      <WithdrawalFacts terms={terms} payout={payout} />
      {payout.approvable_from && (
        <Banner kind="info">
          {t('approvable_from', { time: formatDateTime(language, payout.approvable_from, timezone) })}
        </Banner>
      )}
      <TextField
        name="amount"
        label={t('amount')}
        hint={t('amount_hint', { min: money(terms.minimum) })}
        required
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        read={(written) => written.trim().replace(',', '.')}
      />
      <dl className={css.facts}>
        <dt>{t('fee')}</dt>
        <dd>{money(terms.fee)}</dd>
        <dt>{t('you_receive')}</dt>
        <dd>{net > 0 ? money(net.toFixed(2)) : '—'}</dd>
      </dl>
      <FormError />
      <div className={css.actions}>
        <Button type="button" onClick={onChangePayout}>
          {t('change_details')}
        </Button>
        <SubmitButton>{t('withdraw_confirm')}</SubmitButton>
      </div>
    </Form>
  );
}
