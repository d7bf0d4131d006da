import { type Campaign, CampaignBody, type CampaignSettings } from '@poklik/contract/campaigns';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import { listTargets, tidyTargets } from '@poklik/domain/routing/targets';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { campaignQuery, useCreateCampaign, useSaveCampaign } from './campaign.queries.ts';
import { settingsOf } from './campaign-values.ts';

interface CampaignFormOptions {
  campaign: Campaign | undefined;
  initial: CampaignSettings;
}

/** The form of a new or existing campaign. */
export function useCampaignForm({ campaign, initial }: CampaignFormOptions) {
  const client = useQueryClient();
  const create = useCreateCampaign();
  const update = useSaveCampaign(campaign?.id ?? 0);
  const form = useZodForm(CampaignBody, { defaultValues: initial });
  /** The version someone else saved since this form was opened. */
  const [conflict, setConflict] = useState<Campaign | null>(null);
  const [isOverLimit, setOverLimit] = useState(false);
  /** The version this form is based on. */
  const [seen, setSeen] = useState(campaign);

  /** The first save gives rules, destinations and slots their IDs; without them the form would look changed. */
  const takeUids = (settings: CampaignSettings) => {
    const take = (path: string, uid: string | undefined) => form.setValue(`${path}.uid` as 'rules.0.uid', uid);
    for (const [at, { uid }] of settings.rules.entries()) take(`rules.${at}`, uid);
    for (const { path, target } of listTargets(settings)) {
      take(path, target.uid);
      for (const [slot, { uid }] of (target.next ?? []).entries()) take(`${path}.next.${slot}`, uid);
    }
  };

  const show = (saved: Campaign) => {
    const settings = settingsOf(saved);
    // Unchanged fields keep their state, including open sections.
    const isSame = changedSettings(tidyTargets(form.getValues() as CampaignSettings), settings).length === 0;
    if (isSame) takeUids(settings);
    form.reset(settings, { keepValues: isSame });
    setSeen(saved);
    setConflict(null);
    setOverLimit(false);
  };

  /** Applies a status changed elsewhere without accepting other concurrent changes. */
  const showStatus = (changed: Campaign) => {
    form.resetField('status', { defaultValue: changed.status });
    setSeen((now) => (now && changed.version === now.version + 1 ? changed : now));
  };

  const save = async (body: CampaignBody, version = seen?.version): Promise<Campaign> => {
    try {
      const { data } = campaign
        ? await update.mutateAsync({ ...body, ...(version !== undefined && { version }) })
        : await create.mutateAsync(body);
      show(data);
      return data;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      setOverLimit(code === 'tariff_limit_reached');
      if (code === 'version_conflict' && campaign) {
        setConflict(await client.fetchQuery({ ...campaignQuery(campaign.id), staleTime: 0 }));
      }
      throw error;
    }
  };

  return { form, save, show, showStatus, seen, conflict, isOverLimit };
}
