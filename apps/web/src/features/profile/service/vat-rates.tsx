import { type VatRateState, type VatRates as VatRatesData, VatRatesForm } from '@poklik/contract/vat';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatNumericDay } from '../../../format/dates.ts';
import { formatCountry } from '../../../format/display-names.ts';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import fieldCss from '../../../ui/form/field.module.css';
import { describedBy, Field } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useField } from '../../../ui/form/use-field.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { DateInput } from '../../../widgets/dates/date-input.tsx';
import css from '../profile-page.module.css';
import { CodeField } from '../security/code-field.tsx';
import own from './service.module.css';
import { useConfirmVatRates, vatRatesQuery } from './service.queries.ts';
import { confirmationOf } from './settings-form.ts';

/** VAT rates of the EU: nothing is taxed with one until the operator has confirmed it. */
export function VatRates() {
  const { data, error, refetch } = useQuery(vatRatesQuery);
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return null;
  return (
    <>
      <RatesForm key={data.rates.map(({ country }) => country).join()} data={data} />
      <CrossBorderSales sales={data.cross_border} />
    </>
  );
}

const valuesOf = ({ rates }: VatRatesData): VatRatesForm => ({
  rates: rates.map(({ country, current, proposed }) => ({ country, rate: current?.rate ?? proposed ?? '' })),
  valid_from: new Date().toISOString().slice(0, 10),
  ...{ password: '', code: '' },
});

function RatesForm({ data }: { data: VatRatesData }) {
  const { t } = useTranslation('service');
  const user = useCurrentUser();
  const confirm = useConfirmVatRates();
  const form = useZodForm(VatRatesForm, { defaultValues: valuesOf(data) });
  const submit = async ({ rates, valid_from: from, ...confirmation }: VatRatesForm) => {
    const changed = rates.filter(({ rate }, place) => rate !== '' && rate !== data.rates[place]?.current?.rate);
    if (changed.length === 0) return toast(t('vat.unchanged'));
    const dated = changed.map((rate) => ({ ...rate, valid_from: from }));
    const saved = await confirm.mutateAsync({ rates: dated, ...confirmationOf(confirmation) });
    form.reset(valuesOf(saved.data));
    toast(t('vat.confirmed'));
  };
  return (
    <section aria-labelledby="vat-rates-heading" className={css.stack}>
      <h3 id="vat-rates-heading" className={css.subheading}>
        {t('vat.rates')}
      </h3>
      <p className={css.text}>{t('vat.rates_text')}</p>
      <Form form={form} onSubmit={submit}>
        <FormError />
        <div className={own.rates}>
          {data.rates.map((state, place) => (
            <RateField key={state.country} state={state} place={place} />
          ))}
        </div>
        <div className={css.narrow}>
          <FromField />
          <PasswordField name="password" label={t('password')} autoComplete="current-password" />
          {user.totp_enabled && <CodeField label={t('code')} hint={t('code_hint')} />}
        </div>
        <div className={css.actions}>
          <SubmitButton>{t('vat.confirm')}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

function RateField({ state: { country, current, next }, place }: { state: VatRateState; place: number }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const day = (date: string) => formatNumericDay(language, date);
  const said = current ? t('vat.since', { date: day(current.valid_from) }) : t('vat.proposed');
  return (
    <TextField
      name={`rates.${place}.rate`}
      label={`${formatCountry(language, country)}, %`}
      hint={next ? `${said} ${t('vat.next', { rate: Number(next.rate), date: day(next.valid_from) })}` : said}
      inputMode="decimal"
      autoComplete="off"
      read={(typed) => typed.trim().replace(',', '.')}
    />
  );
}

function FromField() {
  const { t } = useTranslation('service');
  const { id, error } = useField('valid_from');
  const { field } = useController<VatRatesForm, 'valid_from'>({ name: 'valid_from' });
  const hint = t('vat.from_hint');
  return (
    <Field id={id} label={t('vat.from')} hint={hint} error={error}>
      <DateInput
        id={id}
        ref={field.ref}
        className={fieldCss.control}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}

function CrossBorderSales({ sales: { currency, limit, years } }: { sales: VatRatesData['cross_border'] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const money = (amount: string) => formatMoney(language, amount, currency);
  const isAbove = years.some(({ amount }) => Number(amount) > Number(limit));
  return (
    <section aria-labelledby="cross-border-heading" className={css.stack}>
      <h3 id="cross-border-heading" className={css.subheading}>
        {t('vat.cross_border')}
      </h3>
      <dl className={css.facts}>
        {years.map(({ year, amount }) => (
          <div key={year} className={own.fact}>
            <dt>{year}</dt>
            <dd>{amount === null ? t('vat.no_rate', { currency }) : money(amount)}</dd>
          </div>
        ))}
      </dl>
      {isAbove ? (
        <Banner kind="warning">{t('vat.above', { limit: money(limit) })}</Banner>
      ) : (
        <p className={css.text}>{t('vat.below', { limit: money(limit) })}</p>
      )}
    </section>
  );
}
