import type { Campaign, CampaignSettings } from '@poklik/contract/campaigns';
import { type Place, readWeight, weightsOf, withOnly, withWeights } from '@poklik/domain/campaigns/place-weights';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { campaignQuery, useSaveCampaign } from '../form/campaign.queries.ts';
import { settingsOf } from '../form/campaign-values.ts';

/** Typed weights that are not saved yet, by place. */
export type WeightDraft = ReadonlyMap<Place, string>;
export const NO_WEIGHTS: WeightDraft = new Map();

interface WeightOptions {
  campaign: Campaign;
  draft: WeightDraft;
  onDraft: (draft: WeightDraft) => void;
  /** Other parts of the screen show the saved campaign. */
  onSaved: (campaign: Campaign) => void;
}

/** Weights edited in place: saving makes a version, and the toast undoes it with another one. */
export function useWeights({ campaign, draft, onDraft, onSaved }: WeightOptions) {
  const { t } = useTranslation('campaign_home');
  const client = useQueryClient();
  const write = useSaveCampaign(campaign.id);
  const [problem, setProblem] = useState<string | null>(null);
  const saved = weightsOf(campaign);
  const invalid = new Set([...draft].flatMap(([place, text]) => (readWeight(text) === null ? [place] : [])));

  const typed = new Map([...draft].map(([place, text]) => [place, readWeight(text) ?? 1] as const));

  /** Fails when another version was saved since `base`, so nothing is overwritten. */
  const save = async (base: Campaign, settings: CampaignSettings, onProblem: (text: string) => void = setProblem) => {
    setProblem(null);
    try {
      const { data } = await write.mutateAsync({ ...settings, version: base.version });
      onSaved(data);
      return data;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'version_conflict';
      if (isConflict) await client.invalidateQueries({ queryKey: campaignQuery(campaign.id).queryKey });
      onProblem(isConflict ? t('weights.conflict') : error instanceof Error ? error.message : String(error));
      return null;
    }
  };

  /** Rules and destinations as they were before the save. */
  const undoOf = (done: Campaign) => {
    const { destinations, rules } = campaign;
    const undo = () =>
      void save(done, { ...settingsOf(done), destinations, rules }, (text) => toast(text, { kind: 'problem' }));
    return { action: { label: t('weights.undo'), onSelect: undo } };
  };

  return {
    problem,
    invalid,
    /** The campaign with the typed weights. */
    preview: withWeights(campaign, typed),
    isSaving: write.isPending,
    isDirty: draft.size > 0,
    count: draft.size,
    textOf: (place: Place): string => draft.get(place) ?? String(saved.get(place) ?? ''),
    set: (place: Place, text: string) => {
      const next = new Map(draft);
      if (text.trim() === String(saved.get(place))) next.delete(place);
      else next.set(place, text);
      onDraft(next);
    },
    discard: () => {
      setProblem(null);
      onDraft(NO_WEIGHTS);
    },
    /** Resolves to whether it succeeded. */
    submit: async (): Promise<boolean> => {
      if (invalid.size > 0) return false;
      const done = await save(campaign, withWeights(settingsOf(campaign), typed));
      if (!done) return false;
      onDraft(NO_WEIGHTS);
      toast(t('weights.saved', { version: done.version }), undoOf(done));
      return true;
    },
    /** All visitors of a rule go to one of its destinations. */
    giveAll: async (place: Place) => {
      const done = await save(campaign, withOnly(settingsOf(campaign), place));
      if (!done) return;
      onDraft(NO_WEIGHTS);
      toast(t('split.given', { version: done.version }), undoOf(done));
    },
  };
}

export type Weights = ReturnType<typeof useWeights>;
