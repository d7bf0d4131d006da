import type { ReplayPlace } from '@poklik/contract/replays';
import type { Database } from '../../stores/postgres.ts';
import { listLandersById } from '../landers/landers.repo.ts';
import { listOffersById } from '../offers/offers.repo.ts';

/** `o7` and `l3` by the name of the offer or lander, URLs as they are. */
export async function loadPlaceNames(
  db: Database,
  accountId: number,
  moves: readonly { from: string; to: string }[],
): Promise<(lead: string) => ReplayPlace> {
  const scope = { accountId, campaignIds: null, creatorId: null };
  const idsOf = (kind: 'o' | 'l') => [
    ...new Set(
      moves
        .flatMap(({ from, to }) => [from, to])
        .flatMap((lead) => (lead.startsWith(kind) ? [Number(lead.slice(1))] : [])),
    ),
  ];
  const offers = new Map((await listOffersById(db, scope, idsOf('o'))).map(({ id, name }) => [String(id), name]));
  const landers = new Map((await listLandersById(db, scope, idsOf('l'))).map(({ id, name }) => [String(id), name]));
  return (lead) => {
    const value = lead.slice(1);
    if (lead.startsWith('o')) return { kind: 'offer', name: offers.get(value) ?? `#${value}` };
    if (lead.startsWith('l')) return { kind: 'lander', name: landers.get(value) ?? `#${value}` };
    return { kind: 'url', name: value };
  };
}
