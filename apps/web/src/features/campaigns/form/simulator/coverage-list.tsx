import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type CoverageProblem, coverageProblems } from '@poklik/domain/routing/coverage';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLiveLanders } from '../../../../widgets/landers/use-live-landers.ts';
import { useFormNavigationContext } from '../use-form-navigation.ts';
import css from './coverage-list.module.css';

/** Possibly intended, so shown as notes instead of warnings. */
const NOTES: readonly CoverageProblem['kind'][] = [
  'rule_switched_off',
  'destination_switched_off',
  'slot_empty',
  'no_default_used',
];

/** The field that fixes a problem. */
function pathOf(problem: CoverageProblem): string {
  switch (problem.kind) {
    case 'default_missing':
    case 'no_default_used':
      return 'default_url';
    case 'condition_empty':
    case 'condition_always_true':
      return `rules.${problem.rule - 1}.conditions.${problem.condition - 1}.values`;
    case 'next_missing':
    case 'slot_empty':
    case 'lander_leads_nowhere':
      return problem.path;
    case 'destination_missing':
    case 'destination_repeated':
    case 'destination_switched_off': {
      const list = problem.rule === 0 ? 'destinations' : `rules.${problem.rule - 1}.destinations`;
      return `${list}.${problem.destination - 1}.url`;
    }
    default:
      return `rules.${problem.rule - 1}`;
  }
}

/** Live warnings. Each one links to its field. */
export function CoverageList({ draft }: { draft: CampaignSettings }) {
  const { t } = useTranslation('campaigns');
  const findLander = useLiveLanders(draft);
  const { goTo } = useFormNavigationContext();
  const problems = coverageProblems(draft, (landerId) => findLander(landerId)?.slots ?? 0);
  const textOf = (problem: CoverageProblem): string =>
    'rule' in problem && problem.rule === 0
      ? t(`coverage.default_${problem.kind}`, { ...problem })
      : t(`coverage.${problem.kind}`, { ...problem });
  return (
    <section className={css.card} aria-labelledby="coverage-title">
      <h2 id="coverage-title" className={css.title}>
        {t('coverage.title')}
      </h2>
      <div role="status">
        {problems.length === 0 ? (
          <p className={css.fine}>
            <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
            {t('coverage.fine')}
          </p>
        ) : (
          <ul className={css.list}>
            {problems.map((problem) => {
              const isNote = NOTES.includes(problem.kind);
              const Icon = isNote ? Info : TriangleAlert;
              return (
                <li key={JSON.stringify(problem)}>
                  <button
                    type="button"
                    className={css.problem}
                    data-kind={isNote ? 'note' : 'warning'}
                    onClick={() => goTo(pathOf(problem))}
                  >
                    <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
                    <span>{textOf(problem)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}
