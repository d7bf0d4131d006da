import type { CampaignSettings } from '@poklik/contract/campaigns';
import { RULES_MAX, type Rule } from '@poklik/contract/routing';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { SortableList } from '../../../../ui/sortable.tsx';
import { newRule } from '../campaign-values.ts';
import { FormSection } from '../sections/form-section.tsx';
import { ruleOf } from '../sections/form-sections.ts';
import { useFormNavigationContext } from '../use-form-navigation.ts';
import { RuleCard } from './rule-card.tsx';
import css from './rules-section.module.css';

interface RemovedRule {
  place: number;
  rule: Rule;
}

export function RulesSection() {
  const { t } = useTranslation('campaigns');
  const { fields, opened, removed, announcement, nameOf, ...rules } = useRules();
  const canAdd = fields.length < RULES_MAX;

  return (
    <FormSection id="rules" summary={fields.length > 0 ? t('rules.count', { count: fields.length }) : t('rules.none')}>
      <p className={css.text}>{t('rules.text')}</p>
      {fields.length > 0 && (
        <SortableList ids={fields.map(({ id }) => id)} nameOf={nameOf} onMove={rules.move} className={css.list}>
          {fields.map((field, place) => (
            <RuleCard
              key={field.id}
              id={field.id}
              place={place}
              count={fields.length}
              open={opened.has(field.id)}
              onToggle={() => rules.toggle(field.id)}
              {...(canAdd && { onClone: () => rules.clone(place) })}
              onRemove={() => rules.remove(place)}
            />
          ))}
        </SortableList>
      )}
      {removed && (
        <Banner
          kind="info"
          action={
            <Button size="sm" onClick={() => rules.add(removed.place, removed.rule)}>
              {t('rules.undo')}
            </Button>
          }
        >
          {t('rules.removed', { name: removed.rule.name || t('rules.unnamed', { number: removed.place + 1 }) })}
        </Banner>
      )}
      <ListError name="rules" />
      {canAdd && (
        <div>
          <Button
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => rules.add(fields.length, newRule())}
          >
            {t('rules.add')}
          </Button>
        </div>
      )}
      <div role="status" className={css.unseen}>
        {announcement}
      </div>
    </FormSection>
  );
}

/** The rules of the form, which of them are open, and what was just done. */
function useRules() {
  const { t } = useTranslation('campaigns');
  const { goTo, target } = useFormNavigationContext();
  const { control, getValues } = useFormContext<CampaignSettings>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'rules' });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<RemovedRule | null>(null);
  const [announcement, setAnnouncement] = useState('');
  /** Index of a new rule, opened once it has an ID. */
  const [fresh, setFresh] = useState<number | null>(null);

  const nameOf = (place: number) => getValues(`rules.${place}.name`) || t('rules.unnamed', { number: place + 1 });

  const moveRule = (from: number, to: number) => {
    const name = nameOf(from);
    move(from, to);
    setRemoved(null);
    setAnnouncement(t('rules.moved', { name, place: to + 1, count: fields.length }));
  };

  const open = (id: string | undefined) => {
    if (id !== undefined) setOpened((now) => new Set([...now, id]));
  };

  // A rule that is new or navigated to is expanded.
  const wanted = target ? ruleOf(target.path) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target opens a rule, not a new order of them.
  useEffect(() => {
    if (wanted !== undefined) open(fields[wanted]?.id);
  }, [target]);
  useEffect(() => {
    const id = fresh === null ? undefined : fields[fresh]?.id;
    if (id === undefined) return;
    setOpened((now) => new Set([...now, id]));
    setFresh(null);
  }, [fresh, fields]);

  const add = (place: number, rule: Rule) => {
    if (place >= fields.length) append(rule, { shouldFocus: false });
    else insert(place, rule, { shouldFocus: false });
    setFresh(place);
    goTo(`rules.${place}.name`);
    setRemoved(null);
    setAnnouncement(t('rules.added', { place: place + 1 }));
  };

  const take = (place: number) => {
    setRemoved({ place, rule: structuredClone(getValues(`rules.${place}`)) });
    setAnnouncement(t('rules.removed', { name: nameOf(place) }));
    remove(place);
  };

  const toggle = (id: string) =>
    setOpened((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return {
    ...{ fields, opened, removed, announcement, nameOf, add, toggle },
    move: moveRule,
    remove: take,
    clone: (place: number) => add(place + 1, structuredClone(getValues(`rules.${place}`))),
  };
}
