import type { Campaign } from '@poklik/contract/campaigns';
import { destinationLists, type Place, readWeight, weightsOf } from '@poklik/domain/campaigns/place-weights';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import { hostAndPath } from '@poklik/domain/routing/host-and-path';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Button } from '../../../../ui/button.tsx';
import css from './cell-editor.module.css';
import { useChangeWeights } from './use-change-weights.ts';

/** Weights of destinations that compete, rule by rule. */
export function WeightsForm({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) {
  const { t } = useTranslation(['campaigns', 'select']);
  const { change, isSaving, problem } = useChangeWeights();
  const [typed, setTyped] = useState<ReadonlyMap<Place, string>>(new Map());
  const saved = weightsOf(campaign);
  const changed = new Map(
    [...typed].flatMap(([place, text]): [Place, number][] => {
      const weight = readWeight(text);
      return weight === null || weight === saved.get(place) ? [] : [[place, weight]];
    }),
  );
  const isInvalid = [...typed.values()].some((text) => readWeight(text) === null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isInvalid) return;
    if (changed.size > 0) await change([{ campaign, weights: changed }]);
    onDone();
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <div className={css.splits}>
        {splitsOf(campaign).map(({ rule, list }) => (
          <Split
            key={rule}
            name={
              rule === 0 ? t('list.weights.rest') : ruleName(campaign, rule) || t('rules.unnamed', { number: rule })
            }
            list={list}
            textOf={(place) => typed.get(place) ?? String(saved.get(place) ?? '')}
            onType={(place, text) => setTyped(new Map(typed).set(place, text))}
          />
        ))}
      </div>
      {problem && (
        <p className={css.wrong} role="alert">
          {problem}
        </p>
      )}
      <div className={css.end}>
        <Button size="sm" onClick={onDone}>
          {t('select:cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={isSaving}>
          {t('list.weights.save')}
        </Button>
      </div>
    </form>
  );
}

const ruleName = ({ rules }: Campaign, rule: number): string => rules[rule - 1]?.name ?? '';

const splitsOf = (campaign: Campaign) =>
  destinationLists(campaign)
    .map((list, rule) => ({ rule, list: list.filter(({ destination }) => destination.active) }))
    .filter(({ list }) => list.length > 1);

interface SplitProps {
  name: string;
  list: ReturnType<typeof destinationLists>[number];
  textOf: (place: Place) => string;
  onType: (place: Place, text: string) => void;
}

function Split({ name, list, textOf, onType }: SplitProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const shares = destinationShares(list.map(({ place }) => ({ weight: readWeight(textOf(place)) ?? 0, active: true })));
  return (
    <fieldset className={css.split}>
      <legend className={css.rule}>{name}</legend>
      {list.map(({ place, destination }, at) => {
        const label = destination.name || hostAndPath(destination.url);
        const isWrong = readWeight(textOf(place)) === null;
        return (
          <label key={place} className={css.weight}>
            <span className={css.destination} title={destination.url}>
              {label}
            </span>
            <input
              className={css.input}
              inputMode="numeric"
              autoComplete="off"
              aria-label={t('list.weights.weight_of', { name: label })}
              aria-invalid={isWrong || undefined}
              title={isWrong ? t('list.weights.wrong') : undefined}
              value={textOf(place)}
              onChange={(event) => onType(place, event.target.value)}
            />
            <span className={css.share}>{formatPercent(language, shares[at] ?? 0, 0)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
