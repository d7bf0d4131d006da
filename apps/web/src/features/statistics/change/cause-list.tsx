import type { StatisticsFilter } from '@poklik/contract/statistics';
import type {
  CausePlace,
  ChangeCause,
  ChangeSplit,
  ExplainedChange,
  ExplainedMetric,
} from '@poklik/contract/statistics-change';
import { useTranslation } from 'react-i18next';
import { formatMoneyChange } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { isSub, type RowAction, useRowActions } from '../breakdown/use-row-actions.tsx';
import type { ReportTarget } from '../use-statistics-state.ts';
import { Amount } from './amount.tsx';
import css from './cause-list.module.css';
import type { ChangeScope } from './change-scope.ts';
import { usePartText } from './use-part-text.ts';

const CURRENCY = 'USD';

interface CauseListProps {
  split: ChangeSplit;
  answer: ExplainedChange;
  scope: ChangeScope;
}

/** The largest causes of a change, each with what can be done about it. */
export function CauseList({ split, answer: { data }, scope: { report } }: CauseListProps) {
  const { t } = useTranslation(['change', 'statistics']);
  const language = useLanguage();
  const partText = usePartText();
  const nameOf = ({ dimension, key, short_label }: CausePlace): string =>
    key === null
      ? `${t('others')} (${t(`statistics:dimension.${dimension}`, { defaultValue: dimension })})`
      : short_label;
  return (
    <>
      <ol className={css.list}>
        {split.causes.map((cause) => {
          const name = cause.path.map(nameOf).join(' › ') || t('all_clicks');
          return (
            <li key={JSON.stringify([cause.part, cause.path])} className={css.row}>
              <span className={css.name} title={cause.path.map(({ label }) => label).join(' › ') || undefined}>
                {name}
              </span>
              <Amount amount={cause.amount} metric={data.metric} />
              <span className={css.detail}>
                {t(`part.${cause.part}`)}: {partText(cause, split.dimension)}
              </span>
              <span className={css.actions}>
                <CauseActions cause={cause} name={name} split={split} metric={data.metric} report={report} />
              </span>
            </li>
          );
        })}
      </ol>
      {Number(split.rest) !== 0 && (
        <p className={css.detail}>{t('rest', { amount: formatMoneyChange(language, split.rest, CURRENCY) })}</p>
      )}
    </>
  );
}

interface CauseActionsProps {
  cause: ChangeCause;
  name: string;
  split: ChangeSplit;
  metric: ExplainedMetric;
  report: ReportTarget;
}

/** The action that fits a cause, and all others in a menu. */
function CauseActions({ cause, name, split, metric, report }: CauseActionsProps) {
  const { t } = useTranslation(['change', 'select']);
  const actionsOf = useRowActions(report);
  const place = cause.path.at(-1);
  if (!place || place.key === null) {
    const order = Number(cause.amount) < 0 ? 'asc' : 'desc';
    return (
      <ButtonLink
        size="sm"
        to={{ ...report.to({ groups: [split.dimension], sort: metric, order, metric }), hash: '#table' }}
      >
        {t('open_report')}
      </ButtonLink>
    );
  }
  const path: StatisticsFilter[] = cause.path.map(({ dimension, key }) => ({
    dimension,
    operator: 'in',
    values: [key ?? ''],
  }));
  const row = { dimension: place.dimension, key: place.key, name: place.short_label, path };
  const actions = actionsOf({ ...row, path: [...report.state.filters, ...path] });
  const wanted = fittingAction(cause, place, metric);
  const fitting = actions.find(({ does }) => does === wanted) ?? actions.find(({ does }) => does === 'filter');
  return (
    <>
      {fitting && <CauseButton action={fitting} />}
      <ActionsMenu label={t('select:actions_of', { name })} actions={actions} />
    </>
  );
}

/** Traffic that does harm is paused, excluded or given less weight; otherwise the report says more. */
function fittingAction(
  { part, amount, before, now }: ChangeCause,
  { dimension }: CausePlace,
  metric: ExplainedMetric,
): RowAction['does'] {
  const isHarmful = Number(amount) < 0 === (metric !== 'cost');
  const isLess = part === 'volume' && Number(now) < Number(before);
  // Pending conversions may still be approved.
  if (!isHarmful || isLess || part === 'approval_lag') return 'filter';
  if (isSub(dimension)) return 'exclude';
  return dimension === 'campaign' ? 'pause' : dimension === 'destination' ? 'weights' : 'filter';
}

function CauseButton({ action }: { action: RowAction }) {
  const { t } = useTranslation('change');
  const label = action.does === 'filter' ? t('open_report') : action.label;
  if ('to' in action)
    return (
      <ButtonLink size="sm" to={action.to}>
        {label}
      </ButtonLink>
    );
  return (
    'onSelect' in action && (
      <Button size="sm" onClick={action.onSelect}>
        {label}
      </Button>
    )
  );
}
