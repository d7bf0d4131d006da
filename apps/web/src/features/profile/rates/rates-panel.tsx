import { type CurrencyRates, NewCurrencyRates, type RateSource } from '@poklik/contract/currency-rates';
import { CURRENCIES } from '@poklik/contract/money';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDay } from '../../../format/dates.ts';
import { formatCurrencyName } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/choice/select.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { Delayed } from '../../../ui/state/delayed.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import page from '../profile-page.module.css';
import { rebaseRates, valuesOf } from './rate-values.ts';
import { ratesQuery, useSaveRates } from './rates.queries.ts';
import css from './rates-panel.module.css';

const DAY_MS = 86_400_000;

/** The rates at which amounts in other currencies are converted. */
export function RatesPanel() {
  const { data, error, refetch } = useQuery(ratesQuery);
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  return (
    <div className={page.column}>
      <Delayed waiting={!data} loader={<PageLoader />}>
        {data && <RatesForm table={data} />}
      </Delayed>
    </div>
  );
}

function RatesForm({ table }: { table: CurrencyRates }) {
  const { t } = useTranslation('rates');
  const language = useLanguage();
  const client = useQueryClient();
  const save = useSaveRates();
  const { base_currency: base, has_bank: hasBank } = table;
  const form = useZodForm(NewCurrencyRates, { defaultValues: valuesOf(table) });
  const { defaultValues: opened } = form.formState;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rates' });
  const listed = new Set(form.watch('rates').map(({ currency }) => currency));
  const others = CURRENCIES.filter((code) => code !== base && !listed.has(code));
  return (
    <section className={page.card} aria-labelledby="rates-heading">
      <h2 id="rates-heading" className={page.heading}>
        {t('title')}
      </h2>
      <p className={page.text}>{t('text', { base })}</p>
      <ShippedNote table={table} />
      {!hasBank && <p className={page.text}>{t('no_bank')}</p>}
      <Form
        form={form}
        onSubmit={async (values) => {
          const { data } = await save.mutateAsync(values).catch(async (error: unknown) => {
            if (error instanceof ApiError && error.code === 'version_conflict') {
              const theirs = await client.fetchQuery({ ...ratesQuery, staleTime: 0 });
              form.reset(rebaseRates(values, opened as NewCurrencyRates, valuesOf(theirs.data)));
            }
            throw error;
          });
          form.reset(valuesOf(data));
          toast(t('saved'));
        }}
      >
        <FormError />
        {fields.length === 0 && <EmptyState icon={Coins} title={t('empty')} text={t('empty_text', { base })} />}
        {fields.map((field, place) => (
          <RateRow
            key={field.id}
            table={table}
            place={place}
            currency={field.currency}
            onType={() => form.setValue(`rates.${place}.source`, 'manual')}
            onRemove={() => remove(place)}
          />
        ))}
        <div className={css.actions}>
          <Select
            key={fields.length}
            aria-label={t('add')}
            placeholder={t('add')}
            searchable
            value={null}
            options={others.map((code) => ({ value: code, label: `${code} · ${formatCurrencyName(language, code)}` }))}
            onChange={(code) => code !== null && append({ currency: code, rate: '', source: 'manual' })}
          />
          <SubmitButton>{t('save')}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

/** How old the rates are that came with the program. */
function ShippedNote({ table: { rates } }: { table: CurrencyRates }) {
  const { t } = useTranslation('rates');
  const language = useLanguage();
  const [shipped] = rates.filter(({ source }) => source === 'shipped');
  if (!shipped) return null;
  const count = Math.max(0, Math.floor((Date.now() - Date.parse(shipped.valid_from)) / DAY_MS));
  return (
    <p className={page.text}>{t('shipped_note', { date: formatDay(language, shipped.valid_from, 'UTC'), count })}</p>
  );
}

interface RateRowProps {
  table: CurrencyRates;
  place: number;
  currency: string;
  onType: () => void;
  onRemove: () => void;
}

function RateRow({ table, place, currency, onType, onRemove }: RateRowProps) {
  const { t } = useTranslation('rates');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const saved = table.rates.find((rate) => rate.currency === currency);
  const isShipped = saved?.source === 'shipped';
  const sources: RateSource[] = ['manual', ...(table.has_bank ? (['bank'] as const) : [])];
  if (isShipped) sources.push('shipped');
  const since = saved && formatDay(language, saved.valid_from, isShipped ? 'UTC' : timezone);
  return (
    <fieldset className={css.row}>
      <legend className={css.legend}>{formatCurrencyName(language, currency)}</legend>
      <TextField
        name={`rates.${place}.rate`}
        label={t('rate', { currency, base: table.base_currency })}
        hint={since ? t(isShipped ? 'shipped_of' : 'since', { date: since }) : t('new')}
        inputMode="decimal"
        autoComplete="off"
        read={parseAmount}
        onInput={onType}
      />
      {(table.has_bank || (saved && saved.source !== 'manual')) && (
        <SelectField
          name={`rates.${place}.source`}
          label={t('source')}
          options={sources.map((source) => ({ value: source, label: t(source) }))}
        />
      )}
      <div className={css.tools}>
        <IconButton label={t('remove', { currency })} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  );
}
