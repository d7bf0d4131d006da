import type { Campaign } from '@poklik/contract/campaigns';
import type { StatisticsRow } from '@poklik/contract/statistics';
import type { Place } from '@poklik/domain/campaigns/place-weights';
import type { PathDestination, PathRule } from '@poklik/domain/campaigns/traffic-path';
import { isLearning, listSets } from '@poklik/domain/learning/learned-settings';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { useLandersById } from '../../../widgets/landers/landers.queries.ts';
import type { ReportPeriod } from '../../../widgets/report-period.ts';
import { Arrow } from './arrow.tsx';
import css from './path-card.module.css';
import { PathSlots } from './path-slots.tsx';
import { SplitNote } from './split-note.tsx';
import type { Weights } from './use-weights.ts';
import { WeightField } from './weight-field.tsx';

// Most sets have weights of their owner.
const LearningNote = lazy(async () => {
  const [{ LearningNote }] = await Promise.all([import('../learning/learning-note.tsx'), loadNamespaces(['learning'])]);
  return { default: LearningNote };
});
const LearnedShare = lazy(async () => {
  const [{ LearnedShare }] = await Promise.all([import('../learning/learned-share.tsx'), loadNamespaces(['learning'])]);
  return { default: LearnedShare };
});

interface PathDestinationsProps {
  campaign: Campaign;
  rule: PathRule<StatisticsRow>;
  period: ReportPeriod;
  /** Null for members who can't edit. */
  weights: Weights | null;
}

/** Where a rule sends its visitors, with the weight of each destination. */
export function PathDestinations({ campaign, rule, period, weights }: PathDestinationsProps) {
  const { t } = useTranslation('campaign_home');
  const landers = useLandersById(rule.destinations.flatMap(({ landerId }) => landerId ?? []));
  const landerName = (id: number | null) => landers.find((lander) => lander.id === id)?.name;
  const titleOf = (destination: PathDestination<StatisticsRow>) =>
    destination.name || landerName(destination.landerId) || nameOf(destination, t('path.default_url'));
  const isSplit = rule.destinations.filter(({ plannedShare }) => plannedShare !== null).length > 1;
  const set = listSets(campaign).find((each) => each.rule === rule.place);
  const learningUid = set && isLearning(set) ? set.uid : null;
  const uidAt = (place: Place) => set?.destinations[Number(place.split(':')[1]) - 1]?.uid ?? '';
  const nameAt = (place: Place) => {
    const destination = rule.destinations.find((each) => each.place === place);
    return destination ? titleOf(destination) : '';
  };
  return (
    <ul className={css.destinations}>
      {rule.destinations.map((destination) => {
        const name = titleOf(destination);
        return (
          <li key={destination.place} className={css.destination} data-off={!destination.isActive || undefined}>
            <Arrow
              metrics={destination.metrics}
              share={destination.share}
              to={period.reportPath({ only: ['destination', `${campaign.id}:${destination.place}`] })}
              target={name}
            />
            <div className={css.box}>
              <span className={css.name} title={destination.url}>
                {name}
              </span>
              {(destination.name !== '' || destination.landerId !== null) && (
                <span className={css.url}>{destination.url}</span>
              )}
              {destination.landerId !== null && <PathSlots next={destination.next} />}
              {isSplit &&
                destination.plannedShare !== null &&
                (learningUid === null ? (
                  <WeightField destination={destination} name={name} weights={weights} />
                ) : (
                  <Suspense>
                    <LearnedShare
                      campaignId={campaign.id}
                      uid={learningUid}
                      target={uidAt(destination.place)}
                      planned={destination.plannedShare}
                    />
                  </Suspense>
                ))}
              {!destination.isActive && <span className={css.off}>{t('path.off')}</span>}
            </div>
          </li>
        );
      })}
      {learningUid !== null && (
        <li>
          <Suspense>
            <LearningNote campaignId={campaign.id} uid={learningUid} />
          </Suspense>
        </li>
      )}
      {/* A set that learns says what it knows from all its clicks, not only those of the period. */}
      {isSplit && learningUid === null && (
        <li>
          <SplitNote rule={rule} nameOf={nameAt} weights={weights} />
        </li>
      )}
    </ul>
  );
}

const nameOf = ({ name, url, plannedShare }: PathDestination<unknown>, fallback: string): string =>
  name || (plannedShare === null ? `${fallback}: ${url}` : url);
