import type { CampaignSettings } from '@poklik/contract/campaigns';
import { OWN_SET } from '@poklik/contract/routing';
import { type LearnedSets, withLearnedWeights } from '@poklik/domain/learning/learned-settings';
import { reachOffer } from '@poklik/domain/offers/reach-offer';
import { explainRouting } from '@poklik/domain/routing/explanation';
import { trafficState } from '@poklik/domain/routing/traffic-state';
import { momentAt } from '@poklik/domain/schedule/wall-time';
import { localClock } from '@poklik/domain/schedule/weekly-hours';
import { use, useId, useState } from 'react';
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../format/dates.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { DateTimeInput } from '../../../../widgets/dates/date-time-input.tsx';
import { useLiveLanders } from '../../../../widgets/landers/use-live-landers.ts';
import { useLiveOffers } from '../../../../widgets/offers/use-live-offers.ts';
import { CampaignIdContext } from '../../learning/campaign-id.ts';
import { useLearnedSets } from '../../learning/use-learned-sets.ts';
import { type ListedDimension, useConditionNames } from '../rules/use-condition-names.ts';
import css from './simulator.module.css';
import { SimulatorResult } from './simulator-result.tsx';
import { SimulatorRules } from './simulator-rules.tsx';
import { DEFAULT_VISITOR, type Visitor } from './visitor.ts';

const DIMENSIONS: readonly ListedDimension[] = ['country', 'language', 'device', 'os', 'browser'];

/** Whether the weights of the set are those that were learned. */
const isLearnedSet = (learned: LearnedSets, { rules }: CampaignSettings, rule: number): boolean =>
  learned[rule === 0 ? OWN_SET : (rules[rule - 1]?.uid ?? '')] !== undefined;

/** Simulates routing for the unsaved form with the same rules that clicks use. */
export function Simulator({ draft: owned }: { draft: CampaignSettings }) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { options } = useConditionNames();
  const form = useForm<Visitor>({ defaultValues: DEFAULT_VISITOR });
  const visitor = useWatch({ control: form.control }) as Visitor;
  const atId = useId();
  const [opened] = useState(() => Date.now());
  const learned = useLearnedSets(use(CampaignIdContext), owned);
  const draft = withLearnedWeights(owned, learned);

  const now = Date.parse(momentAt(visitor.at, draft.timezone) ?? '') || opened;
  const findOffer = useLiveOffers(draft);
  const findLander = useLiveLanders(draft);
  const explanation = explainRouting(
    draft,
    { facts: visitor, moment: localClock(draft.timezone)(now), random: 0 },
    { findOffer, findLander, defaultUrl: draft.default_url },
  );
  const state = trafficState(draft, now, 0);
  const zone = draft.timezone;
  const time = formatTime(language, new Date(now), zone);
  const hint = visitor.at === '' ? t('simulator.now', { time, zone }) : zone;

  return (
    <section className={css.card} aria-labelledby="simulator-title">
      <h2 id="simulator-title" className={css.title}>
        {t('simulator.title')}
      </h2>
      <FormProvider {...form}>
        <div className={css.fields}>
          {DIMENSIONS.map((dimension) => (
            <SelectField
              key={dimension}
              name={dimension}
              label={t(`rules.dimension.${dimension}`)}
              options={options[dimension]}
              searchable={dimension === 'country' || dimension === 'language'}
            />
          ))}
          <Controller
            name="at"
            render={({ field }) => (
              <Field id={atId} label={t('simulator.at')} hint={hint} error={undefined}>
                <DateTimeInput {...field} id={atId} label={t('simulator.at')} aria-describedby={`${atId}-hint`} />
              </Field>
            )}
          />
        </div>
      </FormProvider>
      <SimulatorResult
        {...{ draft, explanation, state, findLander }}
        isLearned={isLearnedSet(learned, draft, explanation.choice.rule)}
        reach={(offerId) => reachOffer(offerId, visitor.country, findOffer).offer}
      />
      <SimulatorRules explanation={explanation} draft={draft} visitor={visitor} />
    </section>
  );
}
