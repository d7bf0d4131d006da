import type { CampaignSettings } from '@poklik/contract/campaigns';
import { isLearning, type LearnedSets, listSets } from '@poklik/domain/learning/learned-settings';
import { useQueries } from '@tanstack/react-query';
import { learningQuery } from './learning.queries.ts';

/** What the sets of a campaign have learned until now; without what is still loading, and nothing of a new campaign. */
export function useLearnedSets(campaignId: number | null, draft: CampaignSettings): LearnedSets {
  const sets = campaignId === null ? [] : listSets(draft).filter(isLearning);
  return useQueries({
    queries: sets.map(({ uid }) => learningQuery(campaignId ?? 0, uid)),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, place) =>
          data?.state === 'learned'
            ? [[sets[place]?.uid ?? '', Object.fromEntries(data.targets.map(({ uid, share }) => [uid, share]))]]
            : [],
        ),
      ),
  });
}
