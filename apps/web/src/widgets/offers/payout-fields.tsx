import { CURRENCIES } from '@poklik/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatCurrencyName } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { IdSelectField } from './id-select-field.tsx';
import css from './offers.module.css';
import { optionsQuery } from './offers.queries.ts';

/** What a conversion pays, and the network that pays it. */
export function PayoutFields() {
  const { t } = useTranslation('offers');
  const language = useLanguage();
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const networks = useQuery(optionsQuery).data?.networks ?? [];
  const currencies = useMemo(
    () => CURRENCIES.map((code) => ({ value: code, label: `${code} · ${formatCurrencyName(language, code)}` })),
    [language],
  );
  return (
    <>
      {seesMoney && (
        <div className={css.pair}>
          <TextField
            name="payout"
            label={t('form.payout')}
            hint={t('form.payout_hint')}
            inputMode="decimal"
            autoComplete="off"
          />
          <SelectField name="payout_currency" label={t('form.currency')} searchable options={currencies} />
        </div>
      )}
      {networks.length > 0 && (
        <IdSelectField
          name="network_id"
          label={t('form.network')}
          placeholder={t('form.no_network')}
          options={networks}
          clearable
        />
      )}
    </>
  );
}
