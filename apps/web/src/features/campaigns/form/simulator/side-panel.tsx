import type { CampaignSettings } from '@poklik/contract/campaigns';
import { lazy, Suspense, use, useDeferredValue } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { hasPermission, useCurrentUser } from '../../../../api/current-user.ts';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { CampaignIdContext } from '../../learning/campaign-id.ts';
import { readableDraft } from '../campaign-values.ts';
import { CoverageList } from './coverage-list.tsx';
import { Simulator } from './simulator.tsx';

const ReplayCard = lazy(async () => {
  const [{ ReplayCard }] = await Promise.all([import('../replay/replay-card.tsx'), loadNamespaces(['replays'])]);
  return { default: ReplayCard };
});

/** Live preview of the unsaved form, deferred so typing stays fast. */
export function SidePanel() {
  const campaignId = use(CampaignIdContext);
  const canReplay = hasPermission(useCurrentUser(), 'statistics:read');
  const { control } = useFormContext<CampaignSettings>();
  const values = useWatch({ control }) as CampaignSettings;
  const draft = readableDraft(useDeferredValue(values));
  return (
    <>
      <Simulator draft={draft} />
      <CoverageList draft={draft} />
      {campaignId !== null && canReplay && (
        <Suspense>
          <ReplayCard campaignId={campaignId} draft={draft} />
        </Suspense>
      )}
    </>
  );
}
