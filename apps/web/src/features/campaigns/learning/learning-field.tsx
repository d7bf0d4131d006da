import type { CampaignSettings } from '@poklik/contract/campaigns';
import { OPTIMISE_GOALS, Optimise, OWN_SET } from '@poklik/contract/routing';
import { use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { recheck } from '../../../ui/form/use-field.ts';
import { wholeNumber } from '../../../ui/form/written-values.ts';
import { CampaignIdContext } from './campaign-id.ts';
import css from './learning.module.css';
import { LearningNote } from './learning-note.tsx';

interface LearningFieldProps {
  /** Path of the destinations of the set. */
  list: 'destinations' | `rules.${number}.destinations`;
}

const DEFAULTS = Optimise.parse({});
const pathIn = (list: LearningFieldProps['list'], name: 'optimise' | 'uid') =>
  list.replace(/destinations$/, name) as 'optimise';

/** Whether the owner or the results decide the weights of a set. */
export function LearningField({ list }: LearningFieldProps) {
  const { t } = useTranslation('learning');
  const form = useFormContext();
  const { control } = useFormContext<CampaignSettings>();
  const path = pathIn(list, 'optimise');
  const optimise = useWatch({ control, name: path });
  const uid = String(useWatch({ control, name: pathIn(list, 'uid') }) ?? '');
  const campaignId = use(CampaignIdContext);
  const setUid = list === 'destinations' ? OWN_SET : uid;
  const mode = optimise?.mode ?? 'fixed';
  const choose = (chosen: Optimise['mode']) => {
    form.setValue(path, { ...DEFAULTS, ...optimise, mode: chosen }, { shouldDirty: true, shouldTouch: true });
    void recheck(form, form.formState.errors, `${path}.floor`);
  };
  return (
    <div className={css.field} data-path={path} tabIndex={-1}>
      <p className={css.title} aria-hidden>
        {t('mode_label')}
      </p>
      <Segmented
        label={t('mode_label')}
        value={mode}
        onChange={choose}
        options={(['fixed', 'learn'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
      />
      {mode === 'learn' && (
        <>
          <p className={css.hint}>{t('explained')}</p>
          <div className={css.pair}>
            <SelectField
              name={`${path}.goal`}
              label={t('goal')}
              options={OPTIMISE_GOALS.map((goal) => ({ value: goal, label: t(`goals.${goal}`) }))}
            />
            <NumberField name={`${path}.floor`} label={t('floor')} hint={t('floor_hint')} />
            <NumberField name={`${path}.warm_up`} label={t('warm_up')} hint={t('warm_up_hint')} />
            <NumberField name={`${path}.half_life_days`} label={t('half_life')} hint={t('half_life_hint')} />
          </div>
          {campaignId !== null && setUid !== '' && <LearningNote campaignId={campaignId} uid={setUid} />}
        </>
      )}
    </div>
  );
}

const NumberField = (props: { name: string; label: string; hint: string }) => (
  <TextField {...props} read={wholeNumber} inputMode="numeric" autoComplete="off" />
);
