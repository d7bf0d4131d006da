import type { CampaignSettings } from '@poklik/contract/campaigns';
import { DIMENSIONS, VALUES_MAX } from '@poklik/contract/routing';
import { COUNTRY_GROUPS } from '@poklik/domain/countries/country-groups';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { MultiSelectField } from '../../../../ui/form/multi-select-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import css from './condition-row.module.css';
import { useConditionNames } from './use-condition-names.ts';

const ScheduleField = lazy(() =>
  import('../schedule/schedule-field.tsx').then((module) => ({ default: module.ScheduleField })),
);

interface ConditionRowProps {
  name: `rules.${number}.conditions.${number}`;
  number: number;
  onRemove?: () => void;
}

export function ConditionRow({ name, number, onRemove }: ConditionRowProps) {
  const { t } = useTranslation('campaigns');
  const { control, setValue, clearErrors } = useFormContext<CampaignSettings>();
  const dimension = useWatch({ control, name: `${name}.dimension` });
  const { options } = useConditionNames();
  const countryGroups = Object.entries(COUNTRY_GROUPS).map(([group, values]) => ({
    label: t(`rules.country_group.${group}`),
    values,
  }));
  const clearValues = () => {
    // Values don't carry over to another dimension.
    setValue(`${name}.values`, [], { shouldDirty: true });
    clearErrors(`${name}.values`);
  };
  return (
    <li className={css.condition} data-path={name} tabIndex={-1}>
      <div className={css.head}>
        <SelectField
          name={`${name}.dimension`}
          label={t('rules.condition', { number })}
          options={DIMENSIONS.map((each) => ({ value: each, label: t(`rules.dimension.${each}`) }))}
          onPick={clearValues}
        />
        <SelectField
          name={`${name}.operator`}
          label={t('rules.operator_label')}
          options={(['in', 'not_in'] as const).map((each) => ({ value: each, label: t(`rules.operator.${each}`) }))}
        />
        {onRemove && (
          <IconButton label={t('rules.remove_condition', { number })} onClick={onRemove} className={css.remove ?? ''}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
      {dimension === 'schedule' ? (
        <Suspense fallback={<div className={css.waiting} />}>
          <ScheduleField name={`${name}.values`} />
        </Suspense>
      ) : (
        <MultiSelectField
          // Each dimension has its own field, so search text doesn't carry over.
          key={dimension}
          name={`${name}.values`}
          label={t(`rules.values.${dimension}`)}
          placeholder={t('rules.find')}
          options={options[dimension]}
          maxValues={VALUES_MAX}
          emptyError={t(`rules.choose_one.${dimension}`)}
          groups={dimension === 'country' ? countryGroups : []}
        />
      )}
    </li>
  );
}
