import type { BulkAction } from '@poklik/contract/campaign-bulk';
import type { Campaign } from '@poklik/contract/campaigns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/api-error.ts';
import { moveFocusOnRemoval } from '../../../../ui/menu/use-focus-return.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { useBulkChange, useCloneCampaign, useSwitchDomain, useUndoChange } from '../campaign-list.queries.ts';

type StatusAction = Extract<BulkAction, 'activate' | 'pause' | 'archive'>;

export interface Problem {
  message: string;
  code: string | undefined;
}

/** Actions without confirmation. Errors stay on screen until dismissed. */
export function useCampaignChanges() {
  const { t } = useTranslation('campaigns');
  const [problem, setProblem] = useState<Problem | null>(null);
  const bulk = useBulkChange();
  const undo = useUndoChange();
  const clone = useCloneCampaign();
  const switchDomain = useSwitchDomain();

  const attempt = async (work: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem({
        message: error instanceof Error ? error.message : String(error),
        code: error instanceof ApiError ? error.code : undefined,
      });
    }
  };

  const nameOf = (campaigns: readonly Campaign[]) =>
    campaigns.length === 1 && campaigns[0]
      ? `«${campaigns[0].name}»`
      : t('list.campaigns', { count: campaigns.length });

  const switchToSpare = (campaigns: readonly Campaign[]) =>
    attempt(async () => {
      const { data } = await switchDomain.mutateAsync(campaigns.map(({ id }) => id));
      const isSwitched = ({ id }: Campaign) => data.some((each) => each.id === id && each.result === 'switched');
      const switched = campaigns.filter(isSwitched);
      if (switched.length > 0)
        toast(t('list.domain_switched', { count: switched.length }), {
          action: { label: t('list.undo'), onSelect: () => void switchToSpare(switched) },
        });
      const kept = campaigns.filter((campaign) => !isSwitched(campaign)).map(({ name }) => `«${name}»`);
      if (kept.length > 0)
        setProblem({ message: t('list.domain_not_switched', { campaigns: kept.join(', ') }), code: undefined });
    });

  return {
    problem,
    dismissProblem: () => setProblem(null),
    /** Optimistic, with undo in a toast. */
    setStatus: (campaigns: readonly Campaign[], action: StatusAction) => {
      moveFocusOnRemoval();
      const ids = campaigns.map(({ id }) => id);
      const earlier = campaigns.map(({ id, status, version }) => ({ id, status, version }));
      return attempt(async () => {
        await bulk.mutateAsync({ ids, action });
        toast(t(`list.done.${action}`, { what: nameOf(campaigns) }), {
          action: { label: t('list.undo'), onSelect: () => void attempt(() => undo.mutateAsync(earlier)) },
        });
      });
    },
    switchToSpare,
    clone: (campaign: Campaign) =>
      attempt(async () => {
        const { data } = await clone.mutateAsync(campaign.id);
        toast(t('list.done.clone', { name: data.name }));
      }),
    /** For dialogs, which show errors themselves. */
    change: bulk.mutateAsync,
    nameOf,
  };
}

export type CampaignChanges = ReturnType<typeof useCampaignChanges>;
