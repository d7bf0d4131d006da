import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import { MAPPED_STATUSES, NETWORK_FIELDS, type NetworkForm } from '@poklik/contract/networks';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import css from './networks.module.css';

const PART_MAX = 64;

/** Parts of a typed list; overlong ones are cut and rejected by validation. */
export const listOf = (written: string): string[] =>
  written
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => part.slice(0, PART_MAX));

/** Names of parameters and words for the status. */
export function ReadingFields() {
  const { t } = useTranslation('networks');
  const { control } = useFormContext<NetworkForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'mapping.statuses' });
  return (
    <div className={css.part}>
      <p className={css.line}>{t('form.reading_text')}</p>
      <div className={css.pair}>
        {NETWORK_FIELDS.map((field) => (
          <TextField
            key={field}
            name={`mapping.params.${field}`}
            label={t(`fields.${field}`)}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <SelectField
        name="mapping.default_status"
        label={t('form.default_status')}
        options={[
          { value: '', label: t('form.default_status_usual') },
          ...CONVERSION_STATUSES.filter((status) => status !== 'approved').map((status) => ({
            value: status,
            label: t(`meanings.${status}`),
          })),
        ]}
      />
      <h3 className={css.title}>{t('form.words')}</h3>
      {fields.map((field, place) => (
        <div key={field.id} className={css.word}>
          <TextField name={`mapping.statuses.${place}.word`} label={t('form.word')} autoComplete="off" />
          <SelectField
            name={`mapping.statuses.${place}.status`}
            label={t('form.meaning')}
            options={MAPPED_STATUSES.map((status) => ({ value: status, label: t(`meanings.${status}`) }))}
          />
          <IconButton label={t('form.remove_word', { number: place + 1 })} onClick={() => remove(place)}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => append({ word: '', status: 'pending' })}
        >
          {t('form.add_word')}
        </Button>
      </div>
    </div>
  );
}
