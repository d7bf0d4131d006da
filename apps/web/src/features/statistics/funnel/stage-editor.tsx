import { FUNNEL_METRICS, FUNNEL_STAGES_MAX, isFunnelStage } from '@poklik/contract/statistics-funnel';
import { OTHER_EVENTS } from '@poklik/domain/page-events/event-names';
import { ArrowUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { useConversionTypes, useGoals } from '../../../widgets/conversion-types/conversion-types.queries.ts';
import { useMetrics } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './funnel-card.module.css';
import { useStageName } from './use-stage-name.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface StageEditorProps {
  screen: StatisticsScreen;
  stages: readonly string[];
  /** Not the stages that the funnel has by itself. */
  isOwn: boolean;
  onChange: (stages: readonly string[]) => void;
  onReset: () => void;
}

/** The stages in their order, and what else may be one. */
export function StageEditor({ screen, stages, isOwn, onChange, onReset }: StageEditorProps) {
  const { t } = useTranslation('statistics');
  const stageName = useStageName();
  const free = useStages(screen).filter((stage) => !stages.includes(stage));
  const raise = (place: number) =>
    onChange(stages.toSpliced(place - 1, 2, stages[place] as string, stages[place - 1] as string));
  return (
    <div className={css.editor}>
      <ol className={css.stages}>
        {stages.map((stage, place) => (
          <li key={stage} className={css.stage}>
            <span>{stageName(stage)}</span>
            {place > 0 && (
              <IconButton label={t('funnel.earlier', { stage: stageName(stage) })} onClick={() => raise(place)}>
                <ArrowUp {...ICON} />
              </IconButton>
            )}
            {stages.length > 1 && (
              <IconButton
                label={t('funnel.remove', { stage: stageName(stage) })}
                onClick={() => onChange(stages.filter((each) => each !== stage))}
              >
                <X {...ICON} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {stages.length < FUNNEL_STAGES_MAX ? (
        <NativeSelect
          label={t('funnel.add')}
          value=""
          options={[
            { value: '', label: t('funnel.add') },
            ...free.map((stage) => ({ value: stage, label: stageName(stage) })),
          ]}
          onChange={(stage) => stage !== '' && onChange([...stages, stage])}
        />
      ) : (
        <span className={css.hint}>{t('funnel.full', { max: FUNNEL_STAGES_MAX })}</span>
      )}
      {isOwn && (
        <Button size="sm" variant="ghost" onClick={onReset}>
          {t('funnel.reset')}
        </Button>
      )}
    </div>
  );
}

/** Everything that may be a stage: metrics, goals, conversion types, and the most frequent events of the period. */
function useStages({ question, days, today }: StatisticsScreen): string[] {
  const goals = useGoals();
  const types = useConversionTypes();
  const events = useMetrics(
    { ...question, group_by: 'event', sort: 'events', order: 'desc', interval: 'none', per_page: '50' },
    { goesOn: days.end >= today },
  );
  const names = (events.data?.data.rows ?? []).flatMap(({ keys: [name = ''] }) => (name === '' ? [] : [name]));
  return [
    ...FUNNEL_METRICS,
    ...goals.map(({ number }) => `goal_${number}`),
    ...names.filter((name) => name !== OTHER_EVENTS).map((name) => `event:${name}`),
    ...types.map(({ code }) => `type:${code}`),
  ].filter(isFunnelStage);
}
