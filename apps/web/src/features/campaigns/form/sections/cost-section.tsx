import { type CampaignSettings, COST_MODELS } from '@poklik/contract/campaigns';
import { CURRENCIES } from '@poklik/contract/money';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { formatCurrencyName } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import css from './fields.module.css';
import { FormSection } from './form-section.tsx';
import { TypePayouts } from './type-payouts.tsx';

export function CostSection() {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { control } = useFormContext<CampaignSettings>();
  const [model, cost, currency, payout, payoutCurrency] = useWatch({
    control,
    name: ['cost_model', 'cost_value', 'cost_currency', 'default_payout', 'payout_currency'],
  });
  const seesMoney = useCurrentUser().team.can_see_money;
  const currencies = useMemo(
    () => CURRENCIES.map((code) => ({ value: code, label: `${code} · ${formatCurrencyName(language, code)}` })),
    [language],
  );
  const hasPrice = model !== 'none' && model !== 'free';
  const summary = !hasPrice
    ? t(`form.models.${model}`)
    : `${t(`form.models.${model}`)}: ${cost} ${model === 'revshare' ? '%' : currency}`;
  return (
    <FormSection
      id="cost"
      summary={seesMoney ? `${summary} · ${t('form.payout')}: ${payout} ${payoutCurrency}` : t(`form.models.${model}`)}
    >
      <SelectField
        name="cost_model"
        label={t('form.cost_model')}
        hint={t(`form.model_text.${model}`)}
        options={COST_MODELS.map((each) => ({ value: each, label: t(`form.models.${each}`) }))}
      />
      {!seesMoney && <Banner kind="info">{t('form.money_hidden')}</Banner>}
      {seesMoney && hasPrice && (
        <div className={css.pair}>
          <TextField
            name="cost_value"
            label={t(model === 'revshare' ? 'form.cost_percent' : 'form.cost_value')}
            read={parseAmount}
            inputMode="decimal"
            autoComplete="off"
          />
          {model !== 'revshare' && (
            <SelectField name="cost_currency" label={t('form.currency')} searchable options={currencies} />
          )}
        </div>
      )}
      {seesMoney && (
        <div className={css.pair}>
          <TextField
            name="default_payout"
            label={t('form.default_payout')}
            hint={t('form.default_payout_hint')}
            read={parseAmount}
            inputMode="decimal"
            autoComplete="off"
          />
          <SelectField name="payout_currency" label={t('form.currency')} searchable options={currencies} />
        </div>
      )}
      {seesMoney && <TypePayouts />}
    </FormSection>
  );
}
