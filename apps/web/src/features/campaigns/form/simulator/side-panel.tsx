import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useDeferredValue } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { readableDraft } from '../campaign-values.ts';
import { CoverageList } from './coverage-list.tsx';
import { Simulator } from './simulator.tsx';

/** Live preview of the unsaved form, deferred so typing stays fast. */
export function SidePanel() {
  const { control } = useFormContext<CampaignSettings>();
  const values = useWatch({ control }) as CampaignSettings;
  const draft = readableDraft(useDeferredValue(values));
  return (
    <>
      <Simulator draft={draft} />
      <CoverageList draft={draft} />
    </>
  );
}
