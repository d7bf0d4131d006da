import { type CommissionOnHold, CommissionReview } from '@poklik/contract/referrals';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useCommissionsOnHold, useReviewCommission } from './withdrawals.queries.ts';
import css from './withdrawals-page.module.css';

type Decision = CommissionReview['decision'];
interface Question {
  commission: CommissionOnHold;
  decision: Decision;
}

/** Commissions on hold as possible self-referrals. */
export function CommissionsOnHold() {
  const { t } = useTranslation('withdrawal');
  const list = useListState(['created_at', 'amount']);
  const query = useCommissionsOnHold(list.query);
  const { about: question, ...dialog } = useDialog<Question>();
  const columns = useOnHoldColumns(dialog.open);
  return (
    <>
      <DataTable
        label={t('view.held')}
        columns={columns}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ referrer }) => referrer.email}
        empty={<EmptyState icon={ShieldCheck} title={t('on_hold.empty_title')} text={t('on_hold.empty_text')} />}
      />
      {question && (
        <ReviewDialog key={`${question.commission.id} ${question.decision}`} {...question} {...dialog.props} />
      )}
    </>
  );
}

function useOnHoldColumns(onDecide: (question: Question) => void): Column<CommissionOnHold>[] {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return [
    { id: 'referrer', header: t('on_hold.referrer'), card: 'title', cell: ({ referrer }) => referrer.email },
    { id: 'referral', header: t('on_hold.referral'), card: 'value', cell: ({ referral }) => referral.email },
    {
      id: 'reasons',
      header: t('on_hold.reasons'),
      card: 'value',
      cell: ({ held_for: reasons }) => reasons.map((reason) => t(`on_hold.${reason}`)).join(', '),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => formatMoney(language, amount, currency),
    },
    {
      id: 'created_at',
      header: t('column.created'),
      sortable: true,
      priority: 3,
      cell: ({ created_at: at }) => formatDateTime(language, at, timezone),
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (commission) => (
        <ActionsMenu
          label={t('on_hold.actions_of', { email: commission.referrer.email })}
          actions={[
            { label: t('on_hold.release'), onSelect: () => onDecide({ commission, decision: 'release' }) },
            {
              label: t('on_hold.reverse'),
              onSelect: () => onDecide({ commission, decision: 'reverse' }),
              danger: true,
            },
          ]}
        />
      ),
    },
  ];
}

function ReviewDialog({ commission, decision, opened, onClose }: Question & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const review = useReviewCommission();
  const [name] = useState(newIdempotencyKey);
  const form = useZodForm(CommissionReview, { defaultValues: { decision, reason: '' } });
  const amount = formatMoney(language, commission.amount, commission.currency);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`on_hold.${decision}_title`, { amount })}
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          await review.mutateAsync({ id: commission.id, review: values, name });
          onClose();
        }}
      >
        <p>
          {t(`on_hold.${decision}_text`, {
            referrer: commission.referrer.email,
            referral: commission.referral.email,
          })}
        </p>
        <TextareaField name="reason" label={t('reason')} hint={t('on_hold.reason_hint')} required rows={3} />
        <FormError />
        <div className={css.actions}>
          <Button type="button" onClick={onClose} data-autofocus>
            {control('cancel')}
          </Button>
          <SubmitButton variant={decision === 'reverse' ? 'danger' : 'primary'}>
            {t(`on_hold.${decision}`)}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}
