import type { Billing, TariffQuote } from '@poklik/contract/billing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { ProviderChoice, useProvider } from '../../widgets/billing/providers/provider-choice.tsx';
import css from './change-dialog.module.css';

type Method = 'balance' | 'provider';

/** How a plan is paid. Without a provider, only the balance can pay. */
export function usePaymentChoice(quote: TariffQuote, providers: Billing['providers']) {
  const [wanted, setMethod] = useState<Method>(Number(quote.missing) > 0 ? 'provider' : 'balance');
  const [chosen, choose] = useProvider(providers);
  const [saves, setSaves] = useState(false);
  const method = chosen ? wanted : 'balance';
  const provider = method === 'provider' ? chosen : undefined;
  return {
    ...{ method, provider: provider?.name, save: provider?.can_save === true && saves },
    ...{ providers, chosen, saves, setMethod, choose, setSaves },
  };
}

interface PaymentChoiceProps {
  quote: TariffQuote;
  choice: ReturnType<typeof usePaymentChoice>;
}

export function PaymentChoice({ quote, choice }: PaymentChoiceProps) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { method, providers, chosen, saves } = choice;
  const money = (amount: string) => formatMoney(language, amount, quote.currency);
  const online = t(providers.length > 1 ? 'change.by_providers' : 'change.by_provider');
  return (
    <>
      <Segmented
        label={t('change.method')}
        value={method}
        onChange={choice.setMethod}
        options={[
          { value: 'balance', label: t('change.by_balance', { balance: money(quote.balance) }) },
          ...(chosen ? [{ value: 'provider' as const, label: online }] : []),
        ]}
      />
      {method === 'balance' && Number(quote.missing) > 0 && (
        <Banner kind="warning">
          {t(chosen ? 'change.missing' : 'change.missing_no_cards', { amount: money(quote.missing) })}
        </Banner>
      )}
      {method === 'provider' && (
        <ProviderChoice providers={providers} chosen={chosen} onChoose={choice.choose} amount={quote.total} />
      )}
      {method === 'provider' && chosen?.can_save && <SaveBox checked={saves} onChange={choice.setSaves} />}
    </>
  );
}

/** Starts unticked: charging at renewal needs consent. */
function SaveBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation('invoices');
  return (
    <label className={css.save}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{t('methods.consent')}</span>
    </label>
  );
}
