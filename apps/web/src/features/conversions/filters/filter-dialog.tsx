import { LANGUAGE_TAGS } from '@poklik/contract/language';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import { COUNTRIES } from '@poklik/domain/countries/iso-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ValueList } from '../../../widgets/filters/value-list.tsx';
import { useCampaignSearch } from '../../../widgets/use-campaign-search.ts';
import { AmountForm } from './amount-form.tsx';
import css from './filter-dialog.module.css';
import { type ConversionFilters, choicesOf, type FilterField, isChoice, useFilterNames } from './filter-fields.ts';

interface FilterDialogProps {
  filters: ConversionFilters;
  fields: readonly FilterField[];
  onClose: () => void;
}

/** Chooses what to filter by, and the value. */
export function FilterDialog({ filters, fields, onClose }: FilterDialogProps) {
  const { t } = useTranslation('report_toolbar');
  const { fieldName } = useFilterNames();
  const [field, setField] = useState<FilterField>(fields[0] ?? 'country');
  return (
    <Modal opened onClose={onClose} title={t('filter.add')} sheet>
      <div className={css.dialog}>
        <NativeSelect
          label={t('filter.dimension')}
          value={field}
          options={fields.map((each) => ({ value: each, label: fieldName(each) }))}
          onChange={(value) => setField(value as FilterField)}
        />
        {field === 'revenue' ? (
          <AmountForm filters={filters} onDone={onClose} />
        ) : (
          <Values
            key={field}
            field={field}
            chosen={filters.values[field] ?? null}
            onChoose={(value) => {
              filters.set(field, value);
              onClose();
            }}
          />
        )}
      </div>
    </Modal>
  );
}

interface ValuesProps {
  field: Exclude<FilterField, 'revenue'>;
  chosen: string | null;
  onChoose: (value: string) => void;
}

function Values({ field, ...choice }: ValuesProps) {
  if (field === 'company_id') return <Campaigns {...choice} />;
  if (field === 'country') return <Countries {...choice} />;
  return isChoice(field) ? <Choices field={field} {...choice} /> : null;
}

function Choices({ field, ...choice }: ValuesProps) {
  const { fieldName, valueName } = useFilterNames();
  if (!isChoice(field)) return null;
  const options = choicesOf(field).map((value) => ({ value, label: valueName(field, value) }));
  return <ValueList label={fieldName(field)} options={options} {...choice} />;
}

/** All countries in alphabetical order of the user's language. */
function Countries(choice: Omit<ValuesProps, 'field'>) {
  const { fieldName, valueName } = useFilterNames();
  const language = useLanguage();
  const options = [UNKNOWN_COUNTRY, ...COUNTRIES]
    .map((value) => ({ value, label: valueName('country', value) }))
    .sort((one, other) => one.label.localeCompare(other.label, LANGUAGE_TAGS[language]));
  return <ValueList label={fieldName('country')} options={options} {...choice} />;
}

/** Campaigns found by name on the server. */
function Campaigns(choice: Omit<ValuesProps, 'field'>) {
  const { fieldName } = useFilterNames();
  const [search, setSearch] = useState('');
  const found = useCampaignSearch(search);
  const options = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <ValueList
      label={fieldName('company_id')}
      options={options}
      isLoading={found.isPending}
      error={found.error}
      onSearch={setSearch}
      {...choice}
    />
  );
}
