import type { CampaignSettings } from '@poklik/contract/campaigns';
import { OUTGOING_BODIES, OUTGOING_BODY_MAX, OUTGOING_HEADERS_MAX } from '@poklik/contract/outgoing-request';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { TextareaField } from '../../../../ui/form/textarea-field.tsx';
import css from '../sections/fields.module.css';

/** Headers and body. */
export function OutgoingContent({ place, hasBody }: { place: number; hasBody: boolean }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const path = `outgoing_postbacks.${place}` as const;
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.headers` });
  const type = useWatch({ control, name: `${path}.body_type` });
  return (
    <>
      {(hasBody || type !== 'none') && (
        <SelectField
          name={`${path}.body_type`}
          label={t('form.body_type')}
          options={OUTGOING_BODIES.map((each) => ({ value: each, label: t(`form.body_types.${each}`) }))}
        />
      )}
      {type !== 'none' && (
        <TextareaField
          name={`${path}.body`}
          label={t('form.body')}
          hint={t(`form.body_hint.${type}`)}
          limit={OUTGOING_BODY_MAX}
          rows={6}
          autoComplete="off"
          spellCheck={false}
          className={css.code}
        />
      )}
      <div className={css.part} data-path={`${path}.headers`} tabIndex={-1}>
        {fields.map((field, index) => (
          <div key={field.id} className={css.header}>
            <TextField
              name={`${path}.headers.${index}.name`}
              label={t('form.header_name', { number: index + 1 })}
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              name={`${path}.headers.${index}.value`}
              label={t('form.header_value', { number: index + 1 })}
              autoComplete="off"
              spellCheck={false}
            />
            <IconButton label={t('form.remove_header', { number: index + 1 })} onClick={() => remove(index)}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </div>
        ))}
        <ListError name={`${path}.headers`} />
        {fields.length < OUTGOING_HEADERS_MAX && (
          <div>
            <Button
              size="sm"
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => append({ name: '', value: '' })}
            >
              {t('form.add_header')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
