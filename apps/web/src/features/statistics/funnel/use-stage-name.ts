import { useTranslation } from 'react-i18next';
import { useGoals, useTypeName } from '../../../widgets/conversion-types/conversion-types.queries.ts';

/** Name of a stage: of a metric, a goal, an event or a conversion type. */
export function useStageName(): (stage: string) => string {
  const { t } = useTranslation('statistics');
  const typeName = useTypeName();
  const goals = useGoals();
  return (stage) => {
    const goal = goals.find(({ number }) => stage === `goal_${number}`);
    if (goal) return goal.name;
    const [kind = '', ...name] = stage.split(':');
    if (name.length === 0) return t(`metric.${kind}`, { defaultValue: kind });
    return kind === 'type' ? typeName(name.join(':')) : name.join(':');
  };
}
