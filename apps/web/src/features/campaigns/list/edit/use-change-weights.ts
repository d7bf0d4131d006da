import type { Campaign } from '@poklik/contract/campaigns';
import { type Place, weightsOf } from '@poklik/domain/campaigns/place-weights';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/api-error.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { type NewWeights, useSaveWeights } from './cell-editor.queries.ts';

export interface WeightPlan {
  campaign: Campaign;
  weights: ReadonlyMap<Place, number>;
}

/** Changes weights of one or many campaigns; the toast undoes all of them at once. */
export function useChangeWeights() {
  const { t } = useTranslation('campaigns');
  const save = useSaveWeights();
  const problemOf = (error: unknown): string =>
    error instanceof ApiError && error.code === 'version_conflict'
      ? t('list.weights.conflict')
      : error instanceof Error
        ? error.message
        : String(error);

  /** Only campaigns that the server changed have a new version to return to. */
  const undo = (plans: readonly WeightPlan[], versions: readonly { id: number; version: number }[]) => {
    const before = versions.flatMap(({ id, version }): NewWeights[] => {
      const plan = plans.find(({ campaign }) => campaign.id === id);
      if (!plan) return [];
      const old = weightsOf(plan.campaign);
      return [{ id, version, weights: new Map([...plan.weights.keys()].map((place) => [place, old.get(place) ?? 1])) }];
    });
    return save
      .mutateAsync(before)
      .then(() => toast(t('list.weights.undone', { count: before.length })))
      .catch((error: unknown) => toast(problemOf(error), { kind: 'problem' }));
  };

  return {
    isSaving: save.isPending,
    problem: save.error && problemOf(save.error),
    change: async (plans: readonly WeightPlan[]) => {
      const versions = await save.mutateAsync(
        plans.map(({ campaign: { id, version }, weights }) => ({ id, version, weights })),
      );
      toast(t('list.weights.changed', { count: versions.length }), {
        ...(versions.length > 0 && {
          action: { label: t('list.undo'), onSelect: () => void undo(plans, versions) },
        }),
      });
    },
  };
}
