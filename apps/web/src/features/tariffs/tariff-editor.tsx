import { LANGUAGES } from '@poklik/contract/language';
import { PLAN_FEATURES } from '@poklik/contract/plan-features';
import { type Tariff, TariffForm } from '@poklik/contract/tariffs';
import { FEATURE_NAMES } from '@poklik/domain/tariffs/feature-names';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_LABELS } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import css from './tariff-editor.module.css';
import { useSaveTariff } from './tariffs.queries.ts';

const NO_TEXTS = { ua: '', ru: '', en: '' };
const written = (value: number | null): string => (value === null ? '' : String(value));

const valuesOf = (tariff: Tariff | null) => ({
  code: tariff?.code ?? '',
  name: tariff?.name ?? NO_TEXTS,
  description: tariff?.description ?? NO_TEXTS,
  price: tariff?.price ?? '',
  period: tariff?.period ?? 'month',
  price_year: tariff?.price_year ?? '',
  overage_price: tariff?.overage_price ?? '',
  trial_days: written(tariff?.trial_days ?? 0),
  trial_needs_card: tariff?.trial_needs_card ?? false,
  events_limit: written(tariff?.events_limit ?? null),
  campaigns_limit: written(tariff?.campaigns_limit ?? null),
  seats_limit: written(tariff?.seats_limit ?? null),
  retention_days: written(tariff?.retention_days ?? 90),
  api_per_minute: written(tariff?.api_per_minute ?? 600),
  blacklist_limit: written(tariff?.blacklist_limit ?? null),
  domains_limit: written(tariff?.domains_limit ?? null),
  highlights: {
    ua: tariff?.highlights.ua.join('\n') ?? '',
    ru: tariff?.highlights.ru.join('\n') ?? '',
    en: tariff?.highlights.en.join('\n') ?? '',
  },
  feature_keys: [...(tariff?.feature_keys ?? PLAN_FEATURES)],
  is_public: tariff?.is_public ?? true,
  is_archived: tariff?.is_archived ?? false,
  position: written(tariff?.position ?? 10),
});

const LIMITS = [
  'events_limit',
  'campaigns_limit',
  'seats_limit',
  'retention_days',
  'api_per_minute',
  'blacklist_limit',
  'domains_limit',
] as const;

/** Creates a new plan when `tariff` is null. */
export function TariffEditor({ tariff, onClose }: { tariff: Tariff | null; onClose: () => void }) {
  const { t } = useTranslation('tariffs');
  const save = useSaveTariff();
  const form = useZodForm(TariffForm, { defaultValues: valuesOf(tariff) });
  const [opened, setOpened] = useState(true);
  const close = () => {
    setOpened(false);
    onClose();
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={tariff ? t('editor.edit_title') : t('editor.add_title')}
      wide
      closeOnClickOutside={false}
      closeOnEscape={!form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async (body) => {
          await save.mutateAsync({ id: tariff?.id ?? null, body });
          toast(t('editor.saved'));
          close();
        }}
      >
        <FormError />
        <PriceFields />
        <CheckboxField
          name="trial_needs_card"
          label={t('editor.trial_needs_card')}
          hint={t('editor.trial_needs_card_hint')}
        />
        <TextFields />
        <div className={css.fields}>
          {LIMITS.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`limit.${name}`)}
              inputMode="numeric"
              {...(name.endsWith('_limit') && { hint: t('editor.limit_hint') })}
            />
          ))}
        </div>
        <FeatureFields />
        <div className={css.fields}>
          <TextField name="position" label={t('editor.position')} inputMode="numeric" />
          <div className={css.flags}>
            <CheckboxField name="is_public" label={t('editor.is_public')} />
            {tariff && <CheckboxField name="is_archived" label={t('editor.is_archived')} />}
          </div>
        </div>
        <DialogActions>
          <Button onClick={close}>{t('editor.cancel')}</Button>
          <SubmitButton>{t('editor.save')}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}

function PriceFields() {
  const { t } = useTranslation('tariffs');
  return (
    <div className={css.fields}>
      <TextField name="code" label={t('editor.code')} hint={t('editor.code_hint')} />
      <TextField name="price" label={t('editor.price')} inputMode="decimal" />
      <TextField
        name="price_year"
        label={t('editor.price_year')}
        hint={t('editor.price_year_hint')}
        inputMode="decimal"
      />
      <SelectField
        name="period"
        label={t('editor.period')}
        options={[
          { value: 'month', label: t('month') },
          { value: 'year', label: t('year') },
        ]}
      />
      <TextField
        name="overage_price"
        label={t('editor.overage_price')}
        hint={t('editor.overage_price_hint')}
        inputMode="decimal"
      />
      <TextField name="trial_days" label={t('editor.trial_days')} inputMode="numeric" />
    </div>
  );
}

/** What the plan includes. Refused requests name the cheapest plan that does. */
function FeatureFields() {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { register } = useFormContext<{ feature_keys: string[] }>();
  return (
    <fieldset className={css.language}>
      <legend>{t('editor.includes')}</legend>
      <p className={css.hint}>{t('editor.includes_hint')}</p>
      <div className={css.features}>
        {PLAN_FEATURES.map((feature) => (
          <label key={feature} className={css.feature}>
            <input type="checkbox" value={feature} {...register('feature_keys')} />
            <span>{FEATURE_NAMES[feature][language]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function TextFields() {
  const { t } = useTranslation('tariffs');
  return (
    <>
      {LANGUAGES.map((language) => (
        <fieldset key={language} className={css.language}>
          <legend>{LANGUAGE_LABELS[language]}</legend>
          <div className={css.fields}>
            <TextField name={`name.${language}`} label={t('editor.name')} />
            <TextField name={`description.${language}`} label={t('editor.description')} />
          </div>
          <TextareaField
            name={`highlights.${language}`}
            label={t('editor.highlights')}
            hint={t('editor.highlights_hint')}
            rows={2}
          />
        </fieldset>
      ))}
    </>
  );
}
