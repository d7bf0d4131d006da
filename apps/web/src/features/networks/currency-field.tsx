import { CURRENCIES } from '@poklik/contract/money';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCurrencyName } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { SelectField } from '../../ui/form/select-field.tsx';

/** For postbacks with an amount and no currency. */
export function CurrencyField() {
  const { t } = useTranslation('networks');
  const language = useLanguage();
  const currencies = useMemo(
    () => CURRENCIES.map((code) => ({ value: code, label: `${code} · ${formatCurrencyName(language, code)}` })),
    [language],
  );
  return (
    <SelectField
      name="default_currency"
      label={t('form.default_currency')}
      searchable
      clearable
      placeholder={t('form.campaign_currency')}
      options={currencies}
    />
  );
}
