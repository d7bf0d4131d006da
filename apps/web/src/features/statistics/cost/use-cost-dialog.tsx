import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import type { CostDetailsRequest } from '../statistics.queries.ts';

const CostDialog = lazy(async () => {
  const [{ CostDialog }] = await Promise.all([import('./cost-dialog.tsx'), loadNamespaces(['costs'])]);
  return { default: CostDialog };
});

/** Opens the dialog that says where a cost comes from. It closes when one of its links is followed. */
export function useCostDialog(): { openCost: (request: CostDetailsRequest) => void; costDialog: ReactNode } {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ request: CostDetailsRequest; at: string } | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    openCost: (request) => {
      setWasOpened(true);
      setOpened({ request, at: key });
    },
    costDialog: wasOpened && (
      <Suspense>
        <CostDialog request={opened?.at === key ? opened.request : null} onClose={() => setOpened(null)} />
      </Suspense>
    ),
  };
}
