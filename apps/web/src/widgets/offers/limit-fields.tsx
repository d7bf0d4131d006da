import { OFFER_CHECKS, ON_DEAD } from '@poklik/contract/link-checks';
import { CAP_KINDS, CAP_PERIODS, CAPS_MAX, type OfferBody } from '@poklik/contract/offers';
import { VALUES_MAX } from '@poklik/contract/routing';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatCountry } from '../../format/display-names.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ListError } from '../../ui/form/list-error.tsx';
import { MultiSelectField } from '../../ui/form/multi-select-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { wholeNumber } from '../../ui/form/written-values.ts';
import { IdSelectField } from './id-select-field.tsx';
import css from './offers.module.css';
import { countriesQuery } from './offers.queries.ts';
import { useOfferOptions } from './use-offer-options.ts';

/** Whom the offer takes, how many, and which offer takes the rest. */
export function LimitFields({ offerId }: { offerId: number | null }) {
  const { t } = useTranslation('offers');
  const { control } = useFormContext<OfferBody>();
  const countries = useQuery(countriesQuery()).data ?? [];
  const fallback = useWatch({ control, name: 'fallback_offer_id' });
  const { options, onSearch } = useOfferOptions(fallback ?? null);
  return (
    <>
      <MultiSelectField
        name="countries"
        label={t('form.countries')}
        hint={t('form.countries_hint')}
        placeholder={t('form.all_countries')}
        maxValues={VALUES_MAX}
        options={countries.map(({ code, name }) => ({
          value: code,
          label: `${name} (${code})`,
          aliases: [name, formatCountry('en', code)],
        }))}
      />
      <Caps />
      <IdSelectField
        name="fallback_offer_id"
        label={t('form.fallback')}
        hint={t('form.fallback_hint')}
        placeholder={t('form.no_fallback')}
        options={options.filter(({ id }) => id !== offerId)}
        onSearch={onSearch}
        clearable
      />
      <CheckFields />
    </>
  );
}

/** How its URL is watched, and what happens when it fails. */
function CheckFields() {
  const { t } = useTranslation('offers');
  const { control } = useFormContext<OfferBody>();
  const check = useWatch({ control, name: 'check' });
  return (
    <div className={css.pair}>
      <SelectField
        name="check"
        label={t('form.check')}
        hint={t('form.check_hint')}
        options={OFFER_CHECKS.map((value) => ({ value, label: t(`checks.${value}`) }))}
      />
      {check !== 'off' && (
        <SelectField
          name="on_dead"
          label={t('form.on_dead')}
          options={ON_DEAD.map((value) => ({ value, label: t(`on_dead.${value}`) }))}
        />
      )}
    </div>
  );
}

function Caps() {
  const { t } = useTranslation('offers');
  const { control } = useFormContext<OfferBody>();
  const { fields, append, remove } = useFieldArray({ control, name: 'caps' });
  const zone = useWatch({ control, name: 'timezone' });
  const currency = useWatch({ control, name: 'payout_currency' });
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const kinds = CAP_KINDS.filter((kind) => kind !== 'payout' || seesMoney);
  const used = new Set(useWatch({ control, name: 'caps' }).map(({ kind, period }) => `${kind} ${period}`));
  const next = kinds
    .flatMap((kind) => CAP_PERIODS.map((period) => ({ kind, period })))
    .find(({ kind, period }) => !used.has(`${kind} ${period}`));
  return (
    <div className={css.part} data-path="caps" tabIndex={-1}>
      <h3 className={css.title}>{t('form.caps')}</h3>
      <p className={css.line}>{t('form.caps_text', { zone })}</p>
      {fields.map((field, place) => (
        <div key={field.id} className={css.cap}>
          <SelectField
            name={`caps.${place}.kind`}
            label={t('form.cap_kind')}
            options={kinds.map((kind) => ({ value: kind, label: t(`form.cap_kinds.${kind}`, { currency }) }))}
          />
          <TextField
            name={`caps.${place}.amount`}
            label={t('form.cap_amount')}
            read={wholeNumber}
            inputMode="numeric"
            autoComplete="off"
          />
          <SelectField
            name={`caps.${place}.period`}
            label={t('form.cap_period')}
            options={CAP_PERIODS.map((period) => ({ value: period, label: t(`periods.${period}`) }))}
          />
          <IconButton label={t('form.remove_cap', { number: place + 1 })} onClick={() => remove(place)}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      <ListError name="caps" />
      {fields.length < CAPS_MAX && next && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => append({ ...next, amount: 1000 })}
          >
            {t('form.add_cap')}
          </Button>
        </div>
      )}
    </div>
  );
}
