import type { CampaignSettings } from '@poklik/contract/campaigns';
import { CONDITIONS_MAX, DIMENSIONS } from '@poklik/contract/routing';
import { ArrowDown, ArrowUp, ChevronDown, CopyPlus, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { refusedFields } from '../../../../ui/form/use-field.ts';
import { ActionsMenu } from '../../../../ui/menu/actions-menu.tsx';
import { useSortableItem } from '../../../../ui/sortable.tsx';
import { newCondition } from '../campaign-values.ts';
import { DestinationList } from '../destinations/destination-list.tsx';
import { ConditionRow } from './condition-row.tsx';
import css from './rule-card.module.css';
import { RuleSummary } from './rule-summary.tsx';

interface RuleCardProps {
  /** Of the item in the list. */
  id: string;
  /** 0-based index. */
  place: number;
  count: number;
  open: boolean;
  onToggle: () => void;
  onClone?: () => void;
  onRemove: () => void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function RuleCard({ id, place, count, open, onToggle, onClone, onRemove }: RuleCardProps) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const name = useWatch({ control, name: `rules.${place}.name` });
  const active = useWatch({ control, name: `rules.${place}.active` });
  const { errors } = useFormState({ control });
  const refused = refusedFields(errors).filter((path) => path.startsWith(`rules.${place}.`)).length;
  const bodyId = useId();
  const { moveTo, itemProps, handleProps } = useSortableItem(id, place);
  const called = name || t('rules.unnamed', { number: place + 1 });

  // Alt with an arrow moves the rule from anywhere inside it.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    moveTo(place + step);
  };

  return (
    <li {...itemProps} className={css.card} data-off={!active || undefined} onKeyDown={onKeyDown}>
      <div className={css.head}>
        <button
          {...handleProps}
          type="button"
          className={css.handle}
          aria-label={t('rules.handle', { name: called, place: place + 1, count })}
          title={t('rules.handle_hint')}
        >
          <GripVertical {...icon} />
        </button>
        <span className={css.number} aria-hidden>
          {place + 1}
        </span>
        <button
          type="button"
          className={css.toggle}
          data-path={`rules.${place}`}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <span className={css.words}>
            <span className={css.name}>
              {called}
              {!active && <span className={css.mark}>{t('rules.off')}</span>}
              {refused > 0 && <span className={css.refused}>{t('form.errors', { count: refused })}</span>}
            </span>
            {!open && <RuleSummary place={place} />}
          </span>
          <ChevronDown {...icon} className={css.chevron} />
        </button>
        <ActionsMenu
          label={t('rules.actions', { name: called })}
          actions={[
            ...(onClone ? [{ label: t('rules.clone'), icon: <CopyPlus {...icon} />, onSelect: onClone }] : []),
            ...(place > 0
              ? [{ label: t('rules.up'), icon: <ArrowUp {...icon} />, onSelect: () => moveTo(place - 1) }]
              : []),
            ...(place < count - 1
              ? [{ label: t('rules.down'), icon: <ArrowDown {...icon} />, onSelect: () => moveTo(place + 1) }]
              : []),
            { label: t('rules.remove'), icon: <Trash2 {...icon} />, onSelect: onRemove, danger: true },
          ]}
        />
      </div>
      <div id={bodyId} hidden={!open}>
        {open && <RuleFields place={place} name={called} />}
      </div>
    </li>
  );
}

function RuleFields({ place, name }: { place: number; name: string }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const { fields, append, remove } = useFieldArray({ control, name: `rules.${place}.conditions` });
  const conditions = useWatch({ control, name: `rules.${place}.conditions` });
  /** New conditions start with a dimension the rule doesn't use yet. */
  const next = DIMENSIONS.find((dimension) => !conditions.some((condition) => condition.dimension === dimension));
  return (
    <fieldset className={css.body} aria-label={name}>
      <div className={css.basics}>
        <TextField
          name={`rules.${place}.name`}
          label={t('rules.name')}
          placeholder={t('rules.unnamed', { number: place + 1 })}
          autoComplete="off"
          maxLength={100}
        />
        <SelectField
          name={`rules.${place}.match`}
          label={t('rules.match')}
          options={(['all', 'any'] as const).map((match) => ({ value: match, label: t(`rules.match_${match}`) }))}
        />
      </div>
      <CheckboxField name={`rules.${place}.active`} label={t('rules.active')} />
      <div className={css.part}>
        <h3 className={css.title}>{t('rules.conditions')}</h3>
        <ol className={css.list} data-path={`rules.${place}.conditions`} tabIndex={-1}>
          {fields.map((field, at) => (
            <ConditionRow
              key={field.id}
              name={`rules.${place}.conditions.${at}`}
              number={at + 1}
              {...(fields.length > 1 && { onRemove: () => remove(at) })}
            />
          ))}
        </ol>
        <ListError name={`rules.${place}.conditions`} />
        {fields.length < CONDITIONS_MAX && (
          <div>
            <Button
              size="sm"
              icon={<Plus {...icon} />}
              onClick={() => append(newCondition(next), { shouldFocus: false })}
            >
              {t('rules.add_condition')}
            </Button>
          </div>
        )}
      </div>
      <div className={css.part}>
        <h3 className={css.title}>{t('rules.destinations')}</h3>
        <DestinationList name={`rules.${place}.destinations`} atLeast={1} />
      </div>
    </fieldset>
  );
}
