import { MAPPED_STATUSES } from '@poklik/contract/networks';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import css from './networks.module.css';

/** Words of the network, and the statuses that they mean. */
export function StatusWords({ name }: { name: 'mapping.statuses' | 'statuses' }) {
  const { t } = useTranslation('networks');
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name });
  return (
    <>
      <h3 className={css.title}>{t('form.words')}</h3>
      {fields.map((field, place) => (
        <div key={field.id} className={css.word}>
          <TextField name={`${name}.${place}.word`} label={t('form.word')} autoComplete="off" />
          <SelectField
            name={`${name}.${place}.status`}
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
    </>
  );
}
