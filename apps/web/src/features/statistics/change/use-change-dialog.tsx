import type { Metric } from '@poklik/contract/statistics';
import { EXPLAINED_METRICS, type ExplainedMetric } from '@poklik/contract/statistics-change';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import type { ChangeRequest } from '../statistics.queries.ts';
import type { StatisticsState } from '../statistics-state.ts';
import type { ReportTarget } from '../use-statistics-state.ts';

const ChangeDialog = lazy(async () => {
  const [{ ChangeDialog }] = await Promise.all([import('./change-dialog.tsx'), loadNamespaces(['change', 'grid'])]);
  return { default: ChangeDialog };
});

/** What a change is explained for: the request without its metric, and the report that its causes lead to. */
export interface ChangeScope {
  request: Omit<ChangeRequest, 'metric'>;
  report: ReportTarget;
}

/** The comparison of a screen. Without one, there is no change to explain. */
export const comparedWith = ({ compare }: StatisticsState): Pick<ChangeRequest, 'compare' | 'compare_maturity'> => ({
  ...(compare === 'none' ? {} : { compare }),
  compare_maturity: 'same',
});

/** The metric that explains another one: everything that isn't revenue or cost shows in the profit. */
export const explainedBy = (metric: Metric): ExplainedMetric =>
  EXPLAINED_METRICS.find((each) => each === metric) ?? 'profit';

/** Opens the dialog that explains a change. It closes when one of its links is followed. */
export function useChangeDialog(scope: ChangeScope): { explain: (metric: Metric) => void; dialog: ReactNode } {
  const { key } = useLocation();
  const [asked, setAsked] = useState<{ metric: ExplainedMetric; at: string } | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  return {
    explain: (metric) => {
      setWasAsked(true);
      setAsked({ metric: explainedBy(metric), at: key });
    },
    dialog: wasAsked && (
      <Suspense>
        <ChangeDialog scope={scope} metric={asked?.at === key ? asked.metric : null} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  };
}
