import { type ColorRule, RULE_TONES } from '@poklik/contract/grid-layouts';
import { readThreshold, thresholdText } from '@poklik/domain/grids/color-rules';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../button.tsx';
import { NativeSelect } from '../../choice/native-select.tsx';
import { MARKS } from '../color-rules.ts';
import type { LayoutColumn } from './layout-column.ts';
import css from './layout-panel.module.css';

const COLUMN_RULES_MAX = 5;

interface ColorRulesProps {
  column: LayoutColumn;
  rules: readonly ColorRule[];
  onRules: (rules: readonly ColorRule[]) => void;
}

/** The color rules of a column; the first that applies counts. */
export function ColorRules({ column: { id, header, isShare }, rules, onRules }: ColorRulesProps) {
  const { t } = useTranslation('grid');
  const add = () => {
    // The usual pair: a loss first, then a gain.
    const isFirst = rules.length === 0;
    onRules([
      ...rules,
      { column: id, when: isFirst ? 'below' : 'above', than: 0, tone: isFirst ? 'negative' : 'positive' },
    ]);
  };
  return (
    <fieldset className={css.rules}>
      <legend className={css.unseen}>{t('rules.of', { name: header })}</legend>
      {rules.length === 0 && <p className={css.none}>{t('rules.none')}</p>}
      {rules.map((rule, place) => (
        <RuleLine
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity.
          key={place}
          rule={rule}
          isShare={isShare}
          onChange={(next) => onRules(rules.map((each) => (each === rule ? next : each)))}
          onRemove={() => onRules(rules.filter((each) => each !== rule))}
        />
      ))}
      {rules.length < COLUMN_RULES_MAX && (
        <Button size="sm" icon={<Plus size={14} strokeWidth={1.75} aria-hidden />} onClick={add}>
          {t('rules.add')}
        </Button>
      )}
    </fieldset>
  );
}

interface RuleLineProps {
  rule: ColorRule;
  isShare: boolean;
  onChange: (rule: ColorRule) => void;
  onRemove: () => void;
}

function RuleLine({ rule, isShare, onChange, onRemove }: RuleLineProps) {
  const { t } = useTranslation('grid');
  const [text, setText] = useState(() => thresholdText(rule.than, isShare));
  const isWrong = readThreshold(text, isShare) === null;
  const type = (typed: string) => {
    setText(typed);
    const than = readThreshold(typed, isShare);
    if (than !== null) onChange({ ...rule, than });
  };
  return (
    <div className={css.rule}>
      <NativeSelect
        label={t('rules.when')}
        value={rule.when}
        options={(['below', 'above'] as const).map((value) => ({ value, label: t(`rules.${value}`) }))}
        onChange={(when) => onChange({ ...rule, when: when === 'above' ? 'above' : 'below' })}
      />
      <span className={css.than}>
        <input
          className={css.input}
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('rules.than')}
          aria-invalid={isWrong || undefined}
          title={isWrong ? t('rules.wrong') : undefined}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        {isShare && '%'}
      </span>
      <span className={css.tone} data-tone={rule.tone}>
        <NativeSelect
          label={t('rules.tone')}
          value={rule.tone}
          options={RULE_TONES.map((value) => ({ value, label: `${MARKS[value]} ${t(`rules.tones.${value}`)}` }))}
          onChange={(value) => onChange({ ...rule, tone: RULE_TONES.find((tone) => tone === value) ?? rule.tone })}
        />
      </span>
      <IconButton label={t('rules.remove')} className={css.tool ?? ''} onClick={onRemove}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}
