import type { Billing } from '@poklik/contract/billing';
import type { OfferedProvider, Provider } from '@poklik/contract/payment-methods';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import { chargeTerms } from '@poklik/domain/payments/charge-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import css from '../billing.module.css';

/** The provider that was chosen, at first the one that pays if none is. */
export function useProvider(providers: Billing['providers']): [OfferedProvider | undefined, (name: Provider) => void] {
  const [name, setName] = useState<Provider | null>(null);
  return [providers.find((provider) => provider.name === name) ?? providers[0], setName];
}

interface ProviderChoiceProps {
  providers: readonly OfferedProvider[];
  chosen: OfferedProvider | undefined;
  onChoose: (name: Provider) => void;
  /** What is paid, in the account's currency; null if it isn't known yet. */
  amount: string | null;
}

/** Where to pay. With one provider there is nothing to choose; another currency is always named. */
export function ProviderChoice({ providers, chosen, onChoose, amount }: ProviderChoiceProps) {
  const { t } = useTranslation('invoices');
  if (!chosen) return null;
  return (
    <>
      {providers.length > 1 && (
        <div className={css.provider}>
          <span aria-hidden>{t('provider.choose')}</span>
          <NativeSelect
            label={t('provider.choose')}
            value={chosen.name}
            onChange={(value) => onChoose(value as Provider)}
            options={providers.map(({ name }) => ({ value: name, label: t(`provider.name.${name}`) }))}
          />
        </div>
      )}
      <ChargeNote provider={chosen} amount={amount} />
    </>
  );
}

/** The amount is fixed when the page of the provider opens. */
function ChargeNote({ provider: { currency, rate }, amount }: { provider: OfferedProvider; amount: string | null }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  if (rate === null) return null;
  if (amount === null) return <p className={css.note}>{t('provider.currency', { currency })}</p>;
  const { minor } = chargeTerms(toMinor(amount), currency, rate);
  const charged = formatMoney(language, fromMinor(minor), currency);
  return <p className={css.note}>{t('provider.charged', { amount: charged })}</p>;
}
