import type { CampaignSettings } from '@poklik/contract/campaigns';
import { destinationProblem } from '@poklik/contract/routing';
import type { LiveOffer } from '@poklik/domain/offers/reach-offer';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import type { Explanation } from '@poklik/domain/routing/explanation';
import { linkBehavior, type TrafficState } from '@poklik/domain/routing/traffic-state';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import css from './simulator.module.css';

interface SimulatorResultProps {
  draft: CampaignSettings;
  explanation: Explanation;
  state: TrafficState;
  /** The offer that takes the visitor for this one; null if none does. */
  reach: (offerId: number) => LiveOffer | null;
}

interface Target {
  place: number;
  url: string;
  name: string;
  share: number;
}

/** All possible destinations with their probability. An offer that takes nobody now has none. */
function targetsOf({ draft, explanation: { choice }, reach }: SimulatorResultProps): Target[] {
  const listed = choice.rule === 0 ? draft.destinations : (draft.rules[choice.rule - 1]?.destinations ?? []);
  const list = listed.map((each) => {
    if (each.offer_id == null) return each;
    const offer = reach(each.offer_id);
    return offer ? { ...each, url: offer.url || each.url } : { ...each, active: false };
  });
  const shares = destinationShares(list);
  const targets = list.map(({ url, name }, place) => ({ place, url, name, share: shares[place] ?? 0 }));
  const live = targets.filter(({ share }) => share > 0);
  return live.length > 0 ? live : [{ place: 0, url: choice.url, name: '', share: 1 }];
}

/** The result in one sentence, with URLs. */
export function SimulatorResult(props: SimulatorResultProps) {
  const { draft, explanation, state } = props;
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { rule } = explanation.choice;
  const isOpen = state === 'open';
  const answer = linkBehavior(draft, state);
  /** Invalid URLs are not shown as destinations. */
  const shownUrl = (url: string) =>
    destinationProblem(url) === null ? url : t(url === '' ? 'simulator.no_address' : 'simulator.bad_address');
  const targets = isOpen ? targetsOf(props) : [{ place: 0, url: draft.default_url, name: '', share: 1 }];
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
        <ul className={css.targets}>
          {targets.map(({ place, url, name: called, share }) => (
            <li key={place} className={css.target}>
              <ArrowRight size={16} strokeWidth={1.75} aria-hidden className={css.arrow} />
              <span className={css.address}>
                {called && <strong>{called}</strong>}
                <span className={css.url}>{shownUrl(url)}</span>
              </span>
              {targets.length > 1 && <span className={css.share}>{formatPercent(language, share, 0)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
