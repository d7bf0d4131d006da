import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTimeZones } from '../../../../format/use-time-zones.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { wholeNumber, wholeNumberOrNull } from '../../../../ui/form/written-values.ts';
import { ChoiceField } from '../sections/choice-field.tsx';
import css from '../sections/fields.module.css';
import { FormSection } from '../sections/form-section.tsx';
import { DateTimeField } from './date-time-field.tsx';

export function LimitsSection() {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const [timezone, cap, hours] = useWatch({ control, name: ['timezone', 'daily_cap', 'uniqueness_hours'] });
  const zones = useTimeZones(timezone);
  const limit = cap === null ? t('form.no_cap') : `${t('form.daily_cap')}: ${cap}`;
  return (
    <FormSection
      id="limits"
      summary={`${timezone} · ${limit} · ${t('form.unique_for', { count: Number(hours) || 0 })}`}
    >
      <SelectField
        name="timezone"
        label={t('form.timezone')}
        hint={t('form.timezone_hint')}
        searchable
        options={zones}
      />
      <div className={css.pair}>
        <DateTimeField name="start_at" label={t('form.start_at')} />
        <DateTimeField name="end_at" label={t('form.end_at')} />
      </div>
      <div className={css.pair}>
        <TextField
          name="daily_cap"
          label={t('form.daily_cap')}
          hint={t('form.daily_cap_hint')}
          read={wholeNumberOrNull}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          name="uniqueness_hours"
          label={t('form.uniqueness_hours')}
          hint={t('form.uniqueness_hint')}
          read={wholeNumber}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <ChoiceField
        name="paused_fallback"
        label={t('form.paused_fallback')}
        choices={(['default_url', 'gone'] as const).map((each) => ({
          value: each,
          label: t(`form.fallback.${each}`),
          text: t(`form.fallback_text.${each}`),
        }))}
      />
    </FormSection>
  );
}
