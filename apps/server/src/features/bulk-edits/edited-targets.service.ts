import type { BulkEditReport } from '@poklik/contract/bulk-edits';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { listLandersById } from '../landers/landers.repo.ts';
import { listOffersById } from '../offers/offers.repo.ts';
import { offerScope } from '../offers/offers.service.ts';

type Reported = BulkEditReport['campaigns'];

/** Changed offers and landers by name instead of their ID. */
export async function withTargetNames(db: Database, caller: Caller, campaigns: Reported): Promise<Reported> {
  const load = async (kind: 'offer' | 'lander', list: typeof listOffersById | typeof listLandersById) => {
    const changed = campaigns.flatMap(({ fields }) => fields).filter(({ field }) => field.endsWith(`.${kind}_id`));
    const ids = [...new Set(changed.flatMap(({ before, after }) => [Number(before), Number(after)]))];
    const rows = await list(db, offerScope(caller), ids);
    return new Map(rows.map(({ id, name }) => [String(id), name]));
  };
  const names = { offer: await load('offer', listOffersById), lander: await load('lander', listLandersById) };
  return campaigns.map((campaign) => ({
    ...campaign,
    fields: campaign.fields.map((changed) => {
      const kind = /\.(offer|lander)_id$/.exec(changed.field)?.[1] as keyof typeof names | undefined;
      const named = (id: string) => (kind ? (names[kind].get(id) ?? `#${id}`) : id);
      return { ...changed, before: named(changed.before), after: named(changed.after) };
    }),
  }));
}
