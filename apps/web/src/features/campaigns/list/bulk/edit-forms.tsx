import {
  type CampaignEdit,
  CostEdit,
  ParameterEdit,
  TargetReplacement,
  UrlReplacement,
} from '@poklik/contract/bulk-edits';
import { COST_MODELS } from '@poklik/contract/campaigns';
import { BASE_CURRENCY, CURRENCIES } from '@poklik/contract/money';
import { SUBS } from '@poklik/contract/routing';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatCurrencyName } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Form } from '../../../../ui/form/form.tsx';
import { FormError } from '../../../../ui/form/form-error.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../../ui/form/use-zod-form.ts';
import { orNull } from '../../../../ui/form/written-values.ts';
import { useLanderOptions } from '../../../../widgets/landers/use-lander-options.ts';
import { IdSelectField } from '../../../../widgets/offers/id-select-field.tsx';
import { useOfferOptions } from '../../../../widgets/offers/use-offer-options.ts';
import css from './bulk.module.css';

export interface EditFormProps {
  /** Rejects with the server's errors, which then appear at their fields. */
  onPreview: (edit: CampaignEdit) => Promise<unknown>;
  /** The buttons. */
  children: ReactNode;
}

/** One form per kind of change. */
export const EDIT_KINDS = ['url', 'offer', 'lander', 'cost', 'parameter'] as const;
export type EditKind = (typeof EDIT_KINDS)[number];

/** What the server says about `edit.url.from` belongs to the field `from`. */
export function UrlForm({ onPreview, children }: EditFormProps) {
  const { t } = useTranslation('campaign_bulk');
  const form = useZodForm(UrlReplacement, { defaultValues: { match: 'prefix', from: '', to: '' } });
  return (
    <Form form={form} onSubmit={(url) => onPreview({ url })}>
      <FormError />
      <SelectField
        name="match"
        label={t('url.match')}
        options={(['prefix', 'whole'] as const).map((value) => ({ value, label: t(`url.${value}`) }))}
      />
      <TextField name="from" label={t('from')} inputMode="url" autoComplete="off" placeholder="https://old.example/" />
      <TextField name="to" label={t('to')} inputMode="url" autoComplete="off" placeholder="https://new.example/" />
      {children}
    </Form>
  );
}

const NO_TARGETS = { from: null as never, to: null as never };

export function OfferForm({ onPreview, children }: EditFormProps) {
  const form = useZodForm(TargetReplacement, { defaultValues: NO_TARGETS });
  return (
    <Form form={form} onSubmit={(offer) => onPreview({ offer })}>
      <FormError />
      <TargetSelect name="from" useOptions={useOfferOptions} />
      <TargetSelect name="to" useOptions={useOfferOptions} />
      {children}
    </Form>
  );
}

export function LanderForm({ onPreview, children }: EditFormProps) {
  const form = useZodForm(TargetReplacement, { defaultValues: NO_TARGETS });
  return (
    <Form form={form} onSubmit={(lander) => onPreview({ lander })}>
      <FormError />
      <TargetSelect name="from" useOptions={useLanderOptions} />
      <TargetSelect name="to" useOptions={useLanderOptions} />
      {children}
    </Form>
  );
}

interface TargetSelectProps {
  name: 'from' | 'to';
  useOptions: (chosen: number | null) => {
    options: readonly { id: number; name: string }[];
    onSearch: (text: string) => void;
  };
}

function TargetSelect({ name, useOptions }: TargetSelectProps) {
  const { t } = useTranslation('campaign_bulk');
  const { options, onSearch } = useOptions(useWatch({ name }) ?? null);
  return <IdSelectField name={name} label={t(name)} placeholder={t('search')} options={options} onSearch={onSearch} />;
}

export function CostForm({ onPreview, children }: EditFormProps) {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  const language = useLanguage();
  const form = useZodForm(CostEdit, { defaultValues: { model: 'cpc', value: '', currency: BASE_CURRENCY } });
  const model = useWatch({ control: form.control, name: 'model' });
  const hasPrice = model !== 'none' && model !== 'free';
  return (
    <Form form={form} onSubmit={(cost) => onPreview({ cost })}>
      <FormError />
      <SelectField
        name="model"
        label={t('campaigns:form.cost_model')}
        options={COST_MODELS.map((each) => ({ value: each, label: t(`campaigns:form.models.${each}`) }))}
        onPick={(value) => {
          if (value === 'none' || value === 'free') form.setValue('value', '0');
        }}
      />
      {hasPrice && (
        <div className={css.pair}>
          <TextField
            name="value"
            label={t(model === 'revshare' ? 'campaigns:form.cost_percent' : 'campaigns:form.cost_value')}
            read={parseAmount}
            inputMode="decimal"
            autoComplete="off"
          />
          <SelectField
            name="currency"
            label={t('campaigns:form.currency')}
            searchable
            options={CURRENCIES.map((code) => ({
              value: code,
              label: `${code} · ${formatCurrencyName(language, code)}`,
            }))}
          />
        </div>
      )}
      {children}
    </Form>
  );
}

export function ParameterForm({ onPreview, children }: EditFormProps) {
  const { t } = useTranslation('campaign_bulk');
  const form = useZodForm(ParameterEdit, { defaultValues: { sub: 'sub1', name: null, macro: '' } });
  return (
    <Form form={form} onSubmit={(param) => onPreview({ params: [param] })}>
      <FormError />
      <SelectField name="sub" label={t('parameter.sub')} options={SUBS.map((sub) => ({ value: sub, label: sub }))} />
      <div className={css.pair}>
        <TextField
          name="name"
          label={t('parameter.name')}
          hint={t('parameter.name_hint')}
          read={orNull}
          autoComplete="off"
        />
        <TextField name="macro" label={t('parameter.macro')} autoComplete="off" placeholder="{macro}" />
      </div>
      {children}
    </Form>
  );
}
