import type { CampaignOptions, TrafficSource } from '@poklik/contract/campaign-options';
import { type CampaignSettings, COST_SCALES, PARAMS_MAX } from '@poklik/contract/campaigns';
import { SUBS } from '@poklik/contract/routing';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UseFieldArrayReturn, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { orNull } from '../../../../ui/form/written-values.ts';
import { FormSection } from './form-section.tsx';
import { ListError } from './list-error.tsx';
import css from './traffic-section.module.css';

type FilledFields = Pick<
  CampaignSettings,
  'params' | 'external_id_param' | 'external_id_macro' | 'cost_param' | 'cost_macro'
>;

const fieldsOfSource = ({
  params,
  external_id_param,
  external_id_macro,
  cost_param,
  cost_macro,
}: FilledFields): FilledFields => ({
  params,
  external_id_param,
  external_id_macro,
  cost_param,
  cost_macro,
});

const isSame = (one: FilledFields, other: FilledFields): boolean =>
  JSON.stringify(fieldsOfSource(one)) === JSON.stringify(fieldsOfSource(other));

/** For names and macros, which no keyboard may change. */
const CODE_INPUT = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

const NOTHING: FilledFields = {
  params: [],
  external_id_param: null,
  external_id_macro: '',
  cost_param: null,
  cost_macro: '',
};

export function TrafficSection({ sources }: { sources: CampaignOptions['traffic_sources'] }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const params = useFieldArray({ control, name: 'params' });
  const [chosen, costParam] = useWatch({ control, name: ['traffic_source', 'cost_param'] });
  const { offered, fill, pick } = useSourceTemplate(sources, params.replace);
  const nameOf = (code: string | null) => sources.find((source) => source.code === code)?.name ?? code ?? '';
  const known = chosen === null || sources.some(({ code }) => code === chosen);
  return (
    <FormSection id="traffic" summary={nameOf(chosen) || t('form.no_source')}>
      <SelectField
        name="traffic_source"
        label={t('form.traffic_source')}
        hint={t('form.traffic_source_hint')}
        placeholder={t('form.no_source')}
        searchable
        clearable
        options={[
          ...sources.map(({ code, name }) => ({ value: code, label: name })),
          ...(known ? [] : [{ value: chosen, label: chosen }]),
        ]}
        onPick={pick}
      />
      {offered && (
        <Banner
          kind="info"
          role="status"
          action={
            <Button size="sm" onClick={() => fill(offered)}>
              {t('form.fill')}
            </Button>
          }
        >
          {t('form.fill_offer', { name: offered.name })}
        </Banner>
      )}
      <ParameterList {...params} />
      {(['external_id', 'cost'] as const).map((what) => (
        <div key={what} className={css.part}>
          <h3 className={css.title}>{t(`form.${what}_title`)}</h3>
          <p className={css.text}>{t(`form.${what}_text`)}</p>
          <div className={css.pair}>
            <TextField name={`${what}_param`} label={t('form.param_name')} read={orNull} {...CODE_INPUT} />
            <TextField name={`${what}_macro`} label={t('form.param_macro')} {...CODE_INPUT} />
          </div>
          {what === 'cost' && costParam !== null && (
            <SelectField
              name="cost_scale"
              label={t('form.cost_scale')}
              hint={t('form.cost_scale_hint')}
              options={COST_SCALES.map((scale) => ({ value: scale, label: t(`form.scales.${scale}`) }))}
            />
          )}
        </div>
      ))}
    </FormSection>
  );
}

/** Fills the fields from the chosen source; asks first when that would replace manually entered ones. */
function useSourceTemplate(
  sources: CampaignOptions['traffic_sources'],
  replace: (params: CampaignSettings['params']) => void,
) {
  const { getValues, setValue, clearErrors } = useFormContext<CampaignSettings>();
  const [offered, setOffered] = useState<TrafficSource | null>(null);
  const fill = (source: FilledFields) => {
    replace(source.params);
    for (const name of ['external_id_param', 'external_id_macro', 'cost_param', 'cost_macro'] as const)
      setValue(name, source[name], { shouldDirty: true });
    clearErrors(['params', 'external_id_param', 'cost_param']);
    setOffered(null);
  };
  const pick = (code: string | null) => {
    const source = sources.find((each) => each.code === code);
    const isUntouched = [NOTHING, ...sources].some((template) => isSame(template, getValues()));
    if (isUntouched) fill(source ?? NOTHING);
    else setOffered(source && !isSame(source, getValues()) ? source : null);
  };
  return { offered, fill, pick };
}

type ParameterListProps = Pick<UseFieldArrayReturn<CampaignSettings, 'params'>, 'fields' | 'append' | 'remove'>;

function ParameterList({ fields, append, remove }: ParameterListProps) {
  const { t } = useTranslation('campaigns');
  const { getValues } = useFormContext<CampaignSettings>();
  const freeSub = () => {
    const taken = getValues('params').map(({ sub }) => sub);
    return SUBS.find((sub) => !taken.includes(sub)) ?? 'sub1';
  };
  return (
    <div className={css.part} data-path="params" tabIndex={-1}>
      <h3 className={css.title}>{t('form.params')}</h3>
      <p className={css.text}>{t('form.params_text')}</p>
      {fields.length > 0 && (
        <ol className={css.list}>
          {fields.map((field, place) => (
            <li key={field.id} className={css.row}>
              <TextField name={`params.${place}.name`} label={t('form.param_name')} {...CODE_INPUT} />
              <TextField name={`params.${place}.macro`} label={t('form.param_macro')} {...CODE_INPUT} />
              <SelectField
                name={`params.${place}.sub`}
                label={t('form.param_sub')}
                options={SUBS.map((sub) => ({ value: sub, label: sub }))}
              />
              <IconButton label={t('form.remove_param', { number: place + 1 })} onClick={() => remove(place)}>
                <Trash2 size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <ListError name="params" />
      {fields.length < PARAMS_MAX && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => append({ name: '', macro: '', sub: freeSub() })}
          >
            {t('form.add_param')}
          </Button>
        </div>
      )}
    </div>
  );
}
