import type { Services } from '../../services.ts';
import { countBlackListHits } from '../../stats/black-list-hits.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import type { EntryHits } from './black-list.repo.ts';

/** Returns null when ClickHouse is unavailable. */
export async function getEntryHits(
  services: Services,
  accountId: number,
  ids?: readonly number[],
): Promise<EntryHits[] | null> {
  if (ids?.length === 0) return [];
  const hits = await tryClickhouse(services, accountId, (client) => countBlackListHits(client, accountId, ids));
  return hits?.map(({ blackListId, ...seen }) => ({ id: blackListId, ...seen })) ?? null;
}
