import { type Overage, OverageForm } from '@poklik/contract/overage';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../format/dates.ts';
import { formatInteger, formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import css from '../billing.module.css';
import { useSetOverage } from '../billing.queries.ts';

/** Paying for events above the plan: switched on with a cap, and what the month costs. */
export function OverageCard({ overage, canChange }: { overage: Overage; canChange: boolean }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const money = (amount: string) => formatMoney(language, amount, overage.currency);
  const { next, monthly_cap: cap, events } = overage;
  const day = (iso: string) => formatDay(language, iso, 'UTC');
  return (
    <section className={css.card} aria-labelledby="overage">
      <h2 id="overage" className={css.heading}>
        {t('overage.title')}
      </h2>
      {overage.is_overdue && <Banner kind="warning">{t('overage.overdue')}</Banner>}
      <p className={css.lines}>
        {t(cap === null ? 'overage.off' : 'overage.on', { price: money(overage.price), cap: cap && money(cap) })}
      </p>
      <dl className={css.facts}>
        <dt>{t('overage.events')}</dt>
        <dd>
          {t('overage.used', {
            used: events.used === null ? '—' : formatInteger(language, events.used),
            included: formatInteger(language, events.included),
          })}
        </dd>
        {cap !== null && overage.cost !== null && (
          <>
            <dt>{t('overage.cost')}</dt>
            <dd>{money(overage.cost)}</dd>
          </>
        )}
        {cap !== null && overage.forecast !== null && (
          <>
            <dt>{t('overage.forecast')}</dt>
            <dd>{money(overage.forecast)}</dd>
          </>
        )}
        {cap !== null && (
          <>
            <dt>{t('overage.billed')}</dt>
            <dd>{day(overage.billed_at)}</dd>
          </>
        )}
      </dl>
      {next && (
        <p className={css.note}>
          {t(next.monthly_cap === null ? 'overage.ends' : 'overage.changes', {
            date: day(next.from),
            cap: next.monthly_cap && money(next.monthly_cap),
          })}
        </p>
      )}
      {canChange && <CapForm key={cap} overage={overage} />}
    </section>
  );
}

function CapForm({ overage }: { overage: Overage }) {
  const { t } = useTranslation('invoices');
  const save = useSetOverage();
  const [isEnding, setEnding] = useState(false);
  const { monthly_cap: cap, next } = overage;
  const form = useZodForm(OverageForm, { defaultValues: { monthly_cap: cap ?? '' } });
  return (
    <Form
      form={form}
      onSubmit={async ({ monthly_cap: written }) => {
        await save.mutateAsync(written);
        toast(t('overage.saved'));
      }}
    >
      <TextField
        name="monthly_cap"
        label={t('overage.cap')}
        hint={t('overage.cap_hint')}
        required
        inputMode="decimal"
        autoComplete="off"
        read={(written) => written.trim().replace(',', '.')}
      />
      <FormError />
      <div className={css.amounts}>
        <SubmitButton>{t(cap === null ? 'overage.turn_on' : 'overage.save')}</SubmitButton>
        {cap !== null && next?.monthly_cap !== null && (
          <Button onClick={() => setEnding(true)}>{t('overage.turn_off')}</Button>
        )}
      </div>
      <ConfirmDialog
        opened={isEnding}
        onClose={() => setEnding(false)}
        title={t('overage.end_title')}
        confirmLabel={t('overage.turn_off')}
        onConfirm={async () => {
          await save.mutateAsync(null);
          toast(t('overage.saved'));
        }}
      >
        <p>{t('overage.end_text')}</p>
      </ConfirmDialog>
    </Form>
  );
}
