import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import { type ConversionDetails, ConversionEdit } from '@poklik/contract/conversions';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useTypeName } from '../../widgets/conversion-types/conversion-types.queries.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import { PostbackResultBadge } from '../../widgets/postback-result-badge.tsx';
import css from './conversions.module.css';
import { useConversion, useEditConversion, useResend } from './conversions.queries.ts';
import { StatusBadge } from './status-badge.tsx';
import { useVisitorFacts } from './use-visitor-facts.ts';

interface ConversionDialogProps {
  id: string | null;
  /** IDs in the list, for previous and next. */
  ids: readonly string[];
  canWrite: boolean;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function ConversionDialog({ id, ids, canWrite, onOpen, onClose }: ConversionDialogProps) {
  const { t } = useTranslation('conversions');
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('details.title')} wide>
      {id !== null && <PreviousNext id={id} ids={ids} onOpen={onOpen} />}
      {id !== null && <Details key={id} id={id} canWrite={canWrite} onOpen={onOpen} />}
    </Modal>
  );
}

/** Previous and next in the list, also with arrow keys outside of fields. */
function PreviousNext({ id, ids, onOpen }: Pick<ConversionDialogProps, 'ids' | 'onOpen'> & { id: string }) {
  const { t } = useTranslation('conversions');
  const place = ids.indexOf(id);
  const previous = place > 0 ? ids[place - 1] : undefined;
  const next = place >= 0 ? ids[place + 1] : undefined;
  const open = (to: string | undefined) => () => (to === undefined ? false : onOpen(to));
  useShortcuts('screen', [
    { keys: ['ArrowLeft'], label: t('details.previous'), inDialog: true, run: open(previous) },
    { keys: ['ArrowRight'], label: t('details.next'), inDialog: true, run: open(next) },
  ]);
  if (place < 0) return null;
  return (
    <div className={css.walk}>
      <IconButton
        label={t('details.previous')}
        disabled={previous === undefined}
        onClick={() => previous && onOpen(previous)}
      >
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={t('details.next')} disabled={next === undefined} onClick={() => next && onOpen(next)}>
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}

type DetailsProps = Pick<ConversionDialogProps, 'canWrite' | 'onOpen'> & { id: string };

function Details({ id, canWrite, onOpen }: DetailsProps) {
  const { data, error, refetch } = useConversion(id);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  return (
    <div className={css.part}>
      <Facts conversion={data} />
      <Timeline conversion={data} />
      {canWrite && <EditForm key={`${data.id} ${data.history.length}`} conversion={data} />}
      <RelatedConversions conversion={data} onOpen={onOpen} />
      <PostbackList conversion={data} />
      <OutgoingPostbacks conversion={data} canWrite={canWrite} />
    </div>
  );
}

/** Non-empty parameters with their names in links and postbacks. */
const named = (name: string, values: readonly string[]): [name: string, value: string][] =>
  values.flatMap((value, place) => (value ? [[`${name}${place + 1}`, value]] : []));

function Facts({ conversion }: { conversion: ConversionDetails }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const { line } = useVisitorFacts();
  const { click_id, campaign, transaction_id, subs, params } = conversion;
  return (
    <dl className={css.facts}>
      <dt>{t('campaign')}</dt>
      <dd>{campaign.name}</dd>
      <dt>{t('payout')}</dt>
      <dd>{formatMoney(language, conversion.payout, conversion.currency)}</dd>
      {conversion.refunded !== null && Number(conversion.refunded) > 0 && (
        <>
          <dt>{t('refunded')}</dt>
          <dd>{formatMoney(language, conversion.refunded, conversion.currency)}</dd>
        </>
      )}
      <dt>{t('time_to_convert')}</dt>
      <dd>{formatDuration(language, conversion.time_to_convert)}</dd>
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
      <dd>{line(conversion)}</dd>
      {[...named('sub', subs), ...named('param', params)].map(([name, value]) => (
        <Fragment key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
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
          <DateTime iso={conversion.click_at} /> · {t('details.clicked')}
        </li>
        {conversion.history.map((change) => (
          <li key={change.at + change.after.status}>
            <DateTime iso={change.at} /> · {t(`source.${change.source}`)} <StatusBadge status={change.after.status} />{' '}
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

function EditForm({ conversion }: { conversion: ConversionDetails }) {
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
      <DialogActions>
        <SubmitButton>{control('save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

/** Other conversions of the same click. */
function RelatedConversions({ conversion, onOpen }: { conversion: ConversionDetails; onOpen: (id: string) => void }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const typeName = useTypeName();
  if (conversion.related.length === 0) return null;
  return (
    <>
      <h3>{t('details.related')}</h3>
      <ul className={css.steps}>
        {conversion.related.map((other) => (
          <li key={other.id}>
            <Button size="sm" variant="ghost" onClick={() => onOpen(other.id)}>
              {typeName(other.type)}
            </Button>{' '}
            <DateTime iso={other.received_at} /> <StatusBadge status={other.status} />{' '}
            {formatMoney(language, other.payout, other.currency)}
          </li>
        ))}
      </ul>
    </>
  );
}

function PostbackList({ conversion }: { conversion: ConversionDetails }) {
  const { t } = useTranslation('conversions');
  if (conversion.postbacks.length === 0) return null;
  return (
    <>
      <h3>{t('details.reports')}</h3>
      {conversion.postbacks.map((postback) => (
        <div key={postback.id} className={css.part}>
          <div>
            <DateTime iso={postback.received_at} /> <PostbackResultBadge verdict={postback.verdict} />
          </div>
          <p className={css.raw}>
            {postback.method} {postback.raw_query}
          </p>
        </div>
      ))}
    </>
  );
}

function OutgoingPostbacks({ conversion, canWrite }: { conversion: ConversionDetails; canWrite: boolean }) {
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
        <DialogActions>
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
        </DialogActions>
      )}
    </>
  );
}
