import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type Destination, destinationProblem, LANDER_MACROS } from '@poklik/contract/routing';
import type { LiveOffer } from '@poklik/domain/offers/reach-offer';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import type { Explanation } from '@poklik/domain/routing/explanation';
import { linkBehavior, type TrafficState } from '@poklik/domain/routing/traffic-state';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { NamedLander } from '../../../../widgets/landers/use-live-landers.ts';
import css from './simulator.module.css';

interface SimulatorResultProps extends Reach {
  draft: CampaignSettings;
  explanation: Explanation;
  state: TrafficState;
  /** Whether its shares are learned and not the owner's. */
  isLearned: boolean;
}

interface Reach {
  /** The offer that takes the visitor for this one; null if none does. */
  reach: (offerId: number) => LiveOffer | null;
  findLander: (landerId: number) => NamedLander | undefined;
}

interface Target {
  place: number;
  url: string;
  name: string;
  share: number;
  /** What the links of a lander lead to. */
  slots: { link: string; targets: Target[] }[];
}

/** The destinations of a list that can be reached now, with their probability. */
function listReached(list: readonly Destination[], { reach, findLander }: Reach): Target[] {
  const live = list.map((each) => {
    if (each.lander_id != null) {
      const lander = findLander(each.lander_id);
      const isOpen = each.active && lander?.state === 'open';
      return { ...each, active: isOpen, url: lander?.url || each.url, name: each.name || (lander?.name ?? '') };
    }
    if (each.offer_id == null) return each;
    const offer = reach(each.offer_id);
    return offer ? { ...each, url: offer.url || each.url } : { ...each, active: false };
  });
  const shares = destinationShares(live);
  return live
    .map(({ url, name, next = [] }, place) => ({ place, url, name, share: shares[place] ?? 0, next }))
    .filter(({ share }) => share > 0)
    .map(({ next, ...target }) => ({
      ...target,
      slots: next
        .map(({ targets }, slot) => ({ link: `/o/${slot + 1}`, targets: listReached(targets, { reach, findLander }) }))
        .filter(({ targets }) => targets.length > 0),
    }));
}

/** All possible destinations. An offer that takes nobody now, and a closed lander, are none. */
function targetsOf({ draft, explanation: { choice }, ...reach }: SimulatorResultProps): Target[] {
  const listed = choice.rule === 0 ? draft.destinations : (draft.rules[choice.rule - 1]?.destinations ?? []);
  const live = listReached(listed, reach);
  return live.length > 0 ? live : [{ place: 0, url: choice.url, name: '', share: 1, slots: [] }];
}

/** The result in one sentence, with URLs. */
export function SimulatorResult(props: SimulatorResultProps) {
  const { draft, explanation, state, isLearned } = props;
  const { t } = useTranslation('campaigns');
  const { rule } = explanation.choice;
  const isOpen = state === 'open';
  const answer = linkBehavior(draft, state);
  const targets = isOpen ? targetsOf(props) : [{ place: 0, url: draft.default_url, name: '', share: 1, slots: [] }];
  const name = draft.rules[rule - 1]?.name;
  return (
    <div className={css.verdict} role="status">
      <p className={css.because}>
        {isOpen
          ? rule === 0
            ? t(draft.rules.length === 0 ? 'simulator.no_rules' : 'simulator.because_none')
            : t(name ? 'simulator.because_named' : 'simulator.because', { rule, name })
          : t(`simulator.state.${state}`)}
      </p>
      {answer === 'missing' || answer === 'gone' ? (
        <p className={css.target}>{t(`simulator.${answer}`)}</p>
      ) : (
        <>
          <TargetList targets={targets} />
          {isOpen && isLearned && targets.length > 1 && <p className={css.because}>{t('simulator.learned')}</p>}
        </>
      )}
    </div>
  );
}

function TargetList({ targets }: { targets: readonly Target[] }) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  /** Invalid URLs are not shown as destinations. */
  const shownUrl = (url: string) =>
    destinationProblem(url, LANDER_MACROS) === null
      ? url
      : t(url === '' ? 'simulator.no_address' : 'simulator.bad_address');
  return (
    <ul className={css.targets}>
      {targets.map(({ place, url, name: called, share, slots }) => (
        <li key={place} className={css.target}>
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden className={css.arrow} />
          <div className={css.address}>
            {called && <strong>{called}</strong>}
            <span className={css.url}>{shownUrl(url)}</span>
            {slots.map(({ link, targets: below }) => (
              <div key={link} className={css.slot}>
                {link}
                <TargetList targets={below} />
              </div>
            ))}
          </div>
          {targets.length > 1 && <span className={css.share}>{formatPercent(language, share, 0)}</span>}
        </li>
      ))}
    </ul>
  );
}
