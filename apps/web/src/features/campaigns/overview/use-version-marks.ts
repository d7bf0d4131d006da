import type { Campaign } from '@poklik/contract/campaigns';
import { keepsPlaces, type MarkKind, versionMark } from '@poklik/domain/campaigns/version-marks';
import { type DaySpan, dayAt } from '@poklik/domain/statistics/calendar';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { versionsQuery } from '../form/campaign.queries.ts';
import { settingsOf } from '../form/campaign-values.ts';

export interface VersionMark {
  version: number;
  at: string;
  kind: MarkKind | 'created';
  author: string | null;
  /** Whether metrics by rule and destination before and after it belong to the same places. */
  keepsPlaces: boolean;
}

/** Versions saved in a period, newest first; pages load until the period is covered. */
export function useVersionMarks({ id }: Campaign, days: DaySpan, timezone: string): VersionMark[] {
  const query = useInfiniteQuery(versionsQuery(id));
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  const versions = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const dayOf = (at: string) => dayAt(timezone, Date.parse(at));
  const oldest = versions.at(-1);
  const isCovered = oldest === undefined || dayOf(oldest.created_at) < days.start;
  const needsMore = !isCovered && hasNextPage && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);

  return versions.flatMap(({ version, created_at: at, author, settings }, place) => {
    const day = dayOf(at);
    if (day < days.start || day > days.end) return [];
    const before = versions[place + 1];
    const [past, present] = [before && settingsOf(before.settings), settingsOf(settings)];
    const kind = version === 1 ? 'created' : past ? versionMark(past, present) : 'saved';
    const isSamePlaces = past === undefined || keepsPlaces(past, present);
    return [{ version, at, kind, author: author && (author.name || author.email), keepsPlaces: isSamePlaces }];
  });
}
