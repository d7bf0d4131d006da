import type { Metric } from '@poklik/contract/statistics';
import type { ExplainedMetric } from '@poklik/contract/statistics-change';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { type ChangeScope, explainedBy } from './change-scope.ts';

const ChangeDialog = lazy(async () => {
  const [{ ChangeDialog }] = await Promise.all([import('./change-dialog.tsx'), loadNamespaces(['change', 'grid'])]);
  return { default: ChangeDialog };
});

/** Opens the dialog that explains a change. It closes when one of its links is followed. */
export function useChangeDialog(scope: ChangeScope): { explain: (metric: Metric) => void; dialog: ReactNode } {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ metric: ExplainedMetric; at: string } | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    explain: (metric) => {
      setWasOpened(true);
      setOpened({ metric: explainedBy(metric), at: key });
    },
    dialog: wasOpened && (
      <Suspense>
        <ChangeDialog
          scope={scope}
          metric={opened?.at === key ? opened.metric : null}
          onClose={() => setOpened(null)}
        />
      </Suspense>
    ),
  };
}
