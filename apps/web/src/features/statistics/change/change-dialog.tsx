import type { ExplainedChange, ExplainedMetric } from '@poklik/contract/statistics-change';
import { Equal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../format/dates.ts';
import { metricText } from '../../../format/metrics.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { QueryCard } from '../card.tsx';
import { daysText } from '../date-text.ts';
import { useChange } from '../statistics.queries.ts';
import { Amount } from './amount.tsx';
import { CauseList } from './cause-list.tsx';
import css from './change-dialog.module.css';
import type { ChangeScope } from './change-scope.ts';
import { PartList } from './part-list.tsx';

const HEIGHT = 320;

interface ChangeDialogProps {
  scope: ChangeScope;
  /** Closed if null. */
  metric: ExplainedMetric | null;
  onClose: () => void;
}

/** Why a metric changed: the parts of the difference and its largest causes. */
export function ChangeDialog({ scope, metric, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('statistics');
  // The title stays while the dialog closes.
  const [shown, setShown] = useState(metric);
  if (metric !== null && metric !== shown) setShown(metric);
  return (
    <Modal opened={metric !== null} onClose={onClose} title={shown && t(`why.${shown}`)} wide sheet>
      {metric && <Explanation key={metric} scope={scope} metric={metric} />}
    </Modal>
  );
}

function Explanation({ scope, metric }: { scope: ChangeScope; metric: ExplainedMetric }) {
  const query = useChange({ ...scope.request, metric });
  return (
    <QueryCard query={query} height={HEIGHT}>
      {(answer) => <Explained answer={answer} scope={scope} />}
    </QueryCard>
  );
}

function Explained({ answer, scope }: { answer: ExplainedChange; scope: ChangeScope }) {
  const { t } = useTranslation(['change', 'statistics']);
  const { splits } = answer.data;
  const [chosen, setChosen] = useState(splits[0]?.dimension);
  const split = splits.find(({ dimension }) => dimension === chosen) ?? splits[0];
  const hasChanged = split !== undefined && split.parts.length > 0;
  return (
    <div className={css.explanation}>
      <Difference answer={answer} />
      <Notes answer={answer} />
      {split && !hasChanged && <EmptyState icon={Equal} title={t('nothing')} text={t('nothing_text')} />}
      {split && hasChanged && (
        <>
          <section className={css.section}>
            <div className={css.head}>
              <h3 className={css.title}>{t('parts')}</h3>
              {splits.length > 1 && (
                <NativeSelect
                  label={t('by')}
                  value={split.dimension}
                  options={splits.map(({ dimension }) => ({
                    value: dimension,
                    label: t(`statistics:dimension.${dimension}`, { defaultValue: dimension }),
                  }))}
                  onChange={(value) => setChosen(splits.find(({ dimension }) => dimension === value)?.dimension)}
                />
              )}
            </div>
            <PartList split={split} answer={answer} />
          </section>
          <section className={css.section}>
            <h3 className={css.title}>{t('causes')}</h3>
            <CauseList split={split} answer={answer} scope={scope} />
          </section>
        </>
      )}
    </div>
  );
}

/** Before, now and the difference, with the compared days. */
function Difference({ answer: { data, meta } }: { answer: ExplainedChange }) {
  const { t } = useTranslation('change');
  const language = useLanguage();
  const money = (amount: string | null) => metricText(language, 'profit', amount);
  return (
    <div>
      <p className={css.difference}>
        {money(data.before)} → {money(data.now)}
        {data.difference !== null && <Amount amount={data.difference} metric={data.metric} />}
      </p>
      <p className={css.note}>
        {t('compared', { now: daysText(language, meta.period), before: daysText(language, meta.previous_period) })}
        {meta.previous_as_of &&
          ` · ${t('as_of', { time: formatDateTime(language, meta.previous_as_of, meta.timezone) })}`}
      </p>
    </div>
  );
}

/** What to know about the numbers. */
function Notes({ answer: { data } }: { answer: ExplainedChange }) {
  const { t } = useTranslation('change');
  const { cost_state: cost, metric, difference } = data;
  const notes = [
    cost === 'unknown' && metric === 'revenue' && t('only_revenue'),
    difference === null && t('no_cost'),
    cost === 'partial' && metric !== 'revenue' && t('partial_cost'),
    data.is_uncertain && difference !== null && t('uncertain'),
  ].filter(Boolean);
  return notes.length > 0 && <Banner kind="info">{notes.join(' ')}</Banner>;
}
