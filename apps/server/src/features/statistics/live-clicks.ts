import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveClick } from '@poklik/contract/statistics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { type LastClick, lastClicks } from '../../stats/last-clicks.ts';
import { askClickhouse } from '../../stores/ask-clickhouse.ts';
import { listNamed } from './statistics.repo.ts';

const SHOWN = 20;
const LOOK_EVERY_MS = 1_500;
const VERDICTS = ['counted', 'excluded', 'blocked'] as const;

/** The last clicks, newest first, and then those that are new, as long as somebody looks on. */
export async function* liveClicks(
  services: Services,
  caller: Caller,
  campaignId: number | undefined,
): AsyncGenerator<{ clicks: LiveClick[] }> {
  const campaignIds = within(caller, campaignId);
  let newest: LastClick | undefined;
  for (let isFirst = true; !caller.signal.aborted; isFirst = false) {
    const after = newest;
    const found = await askClickhouse(services, (client) =>
      lastClicks(client, caller.accountId, { campaignIds, after, limit: SHOWN }),
    );
    newest = found?.[0] ?? newest;
    if (isFirst || found?.length) yield { clicks: await toLive(services, caller.accountId, found ?? []) };
    await sleep(LOOK_EVERY_MS, undefined, { signal: caller.signal }).catch(() => undefined);
  }
}

/** Null for all of the account. Of a campaign that is out of reach nothing ever comes. */
function within({ campaignIds }: Caller, campaignId: number | undefined): readonly number[] | null {
  if (campaignId === undefined) return campaignIds;
  return campaignIds === null || campaignIds.includes(campaignId) ? [campaignId] : [];
}

async function toLive({ db }: Services, accountId: number, clicks: readonly LastClick[]): Promise<LiveClick[]> {
  if (clicks.length === 0) return [];
  const ids = [...new Set(clicks.map(({ campaignId }) => campaignId))];
  const names = new Map((await listNamed(db, accountId, ids)).map(({ id, name }) => [id, name]));
  return clicks.map(({ campaignId, clickId, atMs, verdict, ...rest }) => ({
    ...rest,
    click_id: clickId,
    at: new Date(atMs).toISOString(),
    campaign: { id: campaignId, name: names.get(campaignId) ?? `№ ${campaignId}` },
    verdict: VERDICTS[verdict] ?? 'counted',
  }));
}
