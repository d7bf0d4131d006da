import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Explanation } from '@poklik/domain/routing/explanation';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConditionNames } from '../rules/use-condition-names.ts';
import css from './simulator.module.css';
import type { Visitor } from './visitor.ts';

interface SimulatorRulesProps {
  draft: CampaignSettings;
  explanation: Explanation;
  visitor: Visitor;
}

/** Every rule with whether each condition is met. */
export function SimulatorRules({ draft, explanation, visitor }: SimulatorRulesProps) {
  const { t } = useTranslation('campaigns');
  const { textOf, nameOf } = useConditionNames();
  if (explanation.rules.length === 0) return null;
  return (
    <details className={css.details} open={explanation.rules.length <= 4}>
      <summary className={css.why}>{t('simulator.why')}</summary>
      <ol className={css.rules}>
        {explanation.rules.map(({ rule, name, outcome, conditions }) => (
          <li key={rule} className={css.rule} data-outcome={outcome}>
            <div className={css.ruleHead}>
              <span className={css.ruleName}>
                {rule}. {name || t('rules.unnamed', { number: rule })}
              </span>
              <span className={css.outcome}>{t(`simulator.outcome.${outcome}`)}</span>
            </div>
            {(outcome === 'matched' || outcome === 'not_matched') && (
              <ul className={css.conditions}>
                {numbered(conditions).map(({ condition, holds, place }) => (
                  <li key={place} className={css.condition} data-holds={holds}>
                    {holds ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
                    <span>
                      <span className={css.unseen}>{t(holds ? 'simulator.holds' : 'simulator.fails')}: </span>
                      {textOf(condition)}
                      {condition.dimension !== 'schedule' && !holds && (
                        <span className={css.actual}>
                          {' '}
                          {t('simulator.actual', { value: nameOf(condition.dimension, visitor[condition.dimension]) })}
                        </span>
                      )}
                    </span>
                  </li>
                ))}
                {draft.rules[rule - 1]?.match === 'any' && (
                  <li className={css.match}>{t('simulator.any_is_enough')}</li>
                )}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

const numbered = (conditions: Explanation['rules'][number]['conditions']) =>
  conditions.map((condition, place) => ({ ...condition, place }));
