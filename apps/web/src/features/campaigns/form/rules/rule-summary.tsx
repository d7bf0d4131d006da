import type { CampaignSettings } from '@poklik/contract/campaigns';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import css from './rule-card.module.css';
import { useConditionNames } from './use-condition-names.ts';

/** A closed rule in two lines: conditions and destinations. */
export function RuleSummary({ place }: { place: number }) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { textOf } = useConditionNames();
  const { control } = useFormContext<CampaignSettings>();
  const rule = useWatch({ control, name: `rules.${place}` });
  const shares = destinationShares(rule.destinations);
  const targets = rule.destinations.map(({ name, url }, at) => {
    const share = rule.destinations.length > 1 ? ` ${formatPercent(language, shares[at] ?? 0, 0)}` : '';
    return `${name || url || t('rules.no_url')}${share}`;
  });
  return (
    <span className={css.summary}>
      <span>{rule.conditions.map(textOf).join(` ${t(`rules.joined_${rule.match}`)} `)}</span>
      <span>→ {targets.join(', ')}</span>
    </span>
  );
}
