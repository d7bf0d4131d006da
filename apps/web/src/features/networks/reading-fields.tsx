import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import { NETWORK_FIELDS } from '@poklik/contract/networks';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import css from './networks.module.css';
import { StatusWords } from './status-words.tsx';

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
      <StatusWords name="mapping.statuses" />
    </div>
  );
}
