import { COST_SCALES, PARAMS_MAX } from '@poklik/contract/campaigns';
import { SUBS } from '@poklik/contract/routing';
import type { TemplateFields } from '@poklik/domain/traffic-sources/source-template';
import { Plus, Trash2 } from 'lucide-react';
import { type UseFieldArrayReturn, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { ListError } from '../../ui/form/list-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { orNull } from '../../ui/form/written-values.ts';
import css from './source-fields.module.css';

type ParametersArray = Pick<UseFieldArrayReturn<TemplateFields, 'params'>, 'fields' | 'append' | 'remove'>;

/** For names and macros, which no keyboard may change. */
const CODE_INPUT = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** What a traffic source fills in: parameters of the link, its click ID and the cost. */
export function SourceFields({ params }: { params: ParametersArray }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<TemplateFields>();
  const costParam = useWatch({ control, name: 'cost_param' });
  return (
    <>
      <Parameters {...params} />
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
    </>
  );
}

function Parameters({ fields, append, remove }: ParametersArray) {
  const { t } = useTranslation('campaigns');
  const { getValues } = useFormContext<TemplateFields>();
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
