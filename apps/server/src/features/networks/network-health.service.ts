import { countRejected, isRefusing, silentAfterSeconds } from '@poklik/domain/networks/network-health';
import type { Services } from '../../services.ts';
import { countClicksByCampaign } from '../../stats/count-clicks-by-campaign.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import { countPostbacks, listRhythms, type NetworkRhythm, setNetworkState } from './network-health.repo.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;

/** Tells owners once when a network falls silent, or when many of its postbacks are rejected. */
export async function checkNetworks(tools: Tools): Promise<void> {
  const rhythms = await listRhythms(tools.db);
  const postbacks = await countPostbacks(
    tools.db,
    rhythms.map(({ id }) => id),
  );
  for (const rhythm of rhythms) {
    const byResult = postbacks.get(rhythm.id)?.byResult ?? [];
    const counts = {
      postbacks: byResult.reduce((sum, each) => sum + each.postbacks, 0),
      rejected: countRejected(byResult),
    };
    await setState(tools, rhythm, {
      column: 'refusing_since',
      isSet: isRefusing(counts),
      kind: 'network_refusing',
      values: counts,
    });
    const silence = await findSilence(tools, rhythm);
    if (silence === null) continue;
    await setState(tools, rhythm, {
      column: 'silent_since',
      isSet: silence.isSilent,
      kind: 'network_silent',
      values: { hours: silence.hours },
    });
  }
}

/** Null if it cannot be known now. A network without postbacks in fourteen days stays as it was. */
async function findSilence(tools: Tools, rhythm: NetworkRhythm): Promise<{ isSilent: boolean; hours: number } | null> {
  const { accountId, lastPostbackAt, gapSeconds, campaignIds } = rhythm;
  if (lastPostbackAt === null) return null;
  const age = (Date.now() - lastPostbackAt.getTime()) / 1_000;
  const hours = Math.floor(age / 3_600);
  if (age < silentAfterSeconds(gapSeconds)) return { isSilent: false, hours };
  if (campaignIds.length === 0) return null;
  const period = { from: Math.floor(lastPostbackAt.getTime() / 1_000), until: Math.ceil(Date.now() / 1_000) };
  const scope = { campaignIds, period };
  const clicks = await tryClickhouse(tools, accountId, (client) => countClicksByCampaign(client, scope));
  if (clicks === null || clicks.size === 0) return null;
  return { isSilent: true, hours };
}

interface StateChange {
  column: 'silent_since' | 'refusing_since';
  isSet: boolean;
  kind: 'network_silent' | 'network_refusing';
  values: Record<string, number>;
}

const setState = (
  { db }: Tools,
  { id, accountId, name, ownerId }: NetworkRhythm,
  { column, isSet, kind, values }: StateChange,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await setNetworkState(tx, id, column, isSet)) || !isSet || ownerId === null) return;
    await notifyWithEmail(tx, { id: ownerId, accountId }, kind, { network: name, ...values }, 'conversions');
  });
