import { COUNTRIES } from '@poklik/domain/countries/iso-codes';
import { useMemo } from 'react';
import { formatCountry } from '../format/display-names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { FieldTexts } from '../ui/form/field.tsx';
import { SelectField } from '../ui/form/select-field.tsx';

interface CountryFieldProps extends FieldTexts {
  name: string;
  placeholder?: string;
  disabled?: boolean;
}

/** All countries in alphabetical order of the reader's language. */
export function CountryField(props: CountryFieldProps) {
  const language = useLanguage();
  const options = useMemo(
    () =>
      COUNTRIES.map((value) => ({ value, label: formatCountry(language, value) })).sort((one, other) =>
        one.label.localeCompare(other.label, language),
      ),
    [language],
  );
  return <SelectField {...props} options={options} searchable clearable />;
}
