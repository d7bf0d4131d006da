import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './breakdown-table.module.css';
import { isSub } from './use-row-actions.tsx';

/** Excluded values of the link's parameters, to be pasted into the traffic source's list of placements. */
export function PlacementList({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { state, change } = screen;
  const lists = state.filters.filter(({ dimension, operator }) => operator === 'not_in' && isSub(dimension));
  if (lists.length === 0) return null;
  return (
    <div className={css.placements}>
      {lists.map((list) => {
        const { dimension, values } = list;
        const title = t('placements.title', {
          count: values.length,
          name: t(`dimension.${dimension}`, { defaultValue: dimension }),
        });
        return (
          <section key={dimension} className={css.placement} aria-label={title}>
            <div className={css.placementHead}>
              <h3 className={css.placementTitle}>{title}</h3>
              <CopyButton text={values.join('\n')} label={t('placements.copy')} />
              <Button size="sm" onClick={() => change({ filters: state.filters.filter((each) => each !== list) })}>
                {t('placements.clear')}
              </Button>
            </div>
            <pre className={css.values}>{values.join('\n')}</pre>
          </section>
        );
      })}
    </div>
  );
}
