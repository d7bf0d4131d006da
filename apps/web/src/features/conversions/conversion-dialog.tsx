import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import { type ConversionDetails, ConversionEdit } from '@poklik/contract/conversions';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Modal } from '../../ui/modal.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { toast } from '../../ui/toast.ts';
import css from './conversions.module.css';
import { useConversion, useEditConversion, useResend } from './conversions.queries.ts';
import { Moment } from './moment.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

interface ConversionDialogProps {
  id: string | null;
  canWrite: boolean;
  onClose: () => void;
}

export function ConversionDialog({ id, canWrite, onClose }: ConversionDialogProps) {
  const { t } = useTranslation('conversions');
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('details.title')} wide>
      {id !== null && <Details id={id} canWrite={canWrite} />}
    </Modal>
  );
}

function Details({ id, canWrite }: { id: string; canWrite: boolean }) {
  const { data, error, refetch } = useConversion(id);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  return (
    <div className={css.part}>
      <Facts conversion={data} />
      <Timeline conversion={data} />
      {canWrite && <Edit key={`${data.id} ${data.history.length}`} conversion={data} />}
      <Reports conversion={data} />
      <Outgoing conversion={data} canWrite={canWrite} />
    </div>
  );
}

function Facts({ conversion }: { conversion: ConversionDetails }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const { click_id, campaign, country, device, os, browser, transaction_id, subs, params } = conversion;
  return (
    <dl className={css.facts}>
      <dt>{t('campaign')}</dt>
      <dd>{campaign.name}</dd>
      <dt>{t('payout')}</dt>
      <dd>{formatMoney(language, conversion.payout, conversion.currency)}</dd>
      <dt>{t('click_id')}</dt>
      <dd>
        <code className={css.id}>{click_id}</code>
      </dd>
      {transaction_id && (
        <>
          <dt>{t('transaction_id')}</dt>
          <dd>{transaction_id}</dd>
        </>
      )}
      <dt>{t('clicks.visitor')}</dt>
      <dd>{[country, device, os, browser].filter(Boolean).join(' · ')}</dd>
      {[...subs, ...params].some(Boolean) && (
        <>
          <dt>{t('details.parameters')}</dt>
          <dd>{[...subs, ...params].filter(Boolean).join(' · ')}</dd>
        </>
      )}
    </dl>
  );
}

function Timeline({ conversion }: { conversion: ConversionDetails }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  return (
    <>
      <h3>{t('details.timeline')}</h3>
      <ol className={css.steps}>
        <li>
          <Moment iso={conversion.click_at} /> · {t('details.clicked')}
        </li>
        {conversion.history.map((change) => (
          <li key={change.at + change.after.status}>
            <Moment iso={change.at} /> · {t(`source.${change.source}`)} <StatusBadge status={change.after.status} />{' '}
            {formatMoney(language, change.after.payout, change.after.currency)}
            {(change.author || change.reason) && (
              <p>{[change.author?.name || change.author?.email, change.reason].filter(Boolean).join(': ')}</p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Edit({ conversion }: { conversion: ConversionDetails }) {
  const { t } = useTranslation('conversions');
  const { t: control } = useTranslation('select');
  const edit = useEditConversion();
  const form = useZodForm(ConversionEdit, {
    defaultValues: {
      status: conversion.status,
      ...(conversion.payout !== null && { payout: conversion.payout.replace(/\.?0+$/, '') || '0' }),
      reason: '',
    },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await edit.mutateAsync({ id: conversion.id, ...values });
        toast(t('details.saved'));
      }}
    >
      <FormError />
      <SelectField
        name="status"
        label={t('state')}
        options={CONVERSION_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
      />
      {conversion.payout !== null && (
        <TextField name="payout" label={t('payout')} inputMode="decimal" autoComplete="off" />
      )}
      <TextField
        name="reason"
        label={t('change.reason')}
        hint={t('details.reason_hint')}
        autoComplete="off"
        maxLength={300}
      />
      <div className={css.actions}>
        <SubmitButton>{control('save')}</SubmitButton>
      </div>
    </Form>
  );
}

function Reports({ conversion }: { conversion: ConversionDetails }) {
  const { t } = useTranslation('conversions');
  if (conversion.postbacks.length === 0) return null;
  return (
    <>
      <h3>{t('details.reports')}</h3>
      {conversion.postbacks.map((postback) => (
        <div key={postback.id} className={css.part}>
          <div>
            <Moment iso={postback.received_at} /> <VerdictBadge verdict={postback.verdict} />
          </div>
          <p className={css.raw}>
            {postback.method} {postback.raw_query}
          </p>
        </div>
      ))}
    </>
  );
}

function Outgoing({ conversion, canWrite }: { conversion: ConversionDetails; canWrite: boolean }) {
  const { t } = useTranslation('conversions');
  const resend = useResend();
  if (conversion.outgoing.length === 0) return null;
  return (
    <>
      <h3>{t('details.outgoing')}</h3>
      {conversion.outgoing.map((delivery) => (
        <p key={delivery.id} className={css.raw}>
          {t(`details.delivery.${delivery.state}`, { count: delivery.attempts })} {delivery.answer ?? delivery.error} ·{' '}
          {delivery.method} {delivery.url}
        </p>
      ))}
      {canWrite && (
        <div className={css.actions}>
          <Button
            size="sm"
            loading={resend.isPending}
            onClick={() =>
              resend.mutate(conversion.id, {
                onSuccess: ({ message }) => toast(message),
                onError: (error) => toast(error.message, { kind: 'problem' }),
              })
            }
          >
            {t('details.resend')}
          </Button>
        </div>
      )}
    </>
  );
}
