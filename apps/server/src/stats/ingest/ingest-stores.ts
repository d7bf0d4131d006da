import type { Clickhouse } from '../../stores/clickhouse.ts';
import { catchUp } from '../../stores/shards/cluster.ts';
import type { Placement } from '../../stores/shards/placement.ts';
import type { SharedPlacement } from '../../stores/shards/shared-placement.ts';
import { findAnalyticsId } from '../find-analytics-id.ts';

type Client = Clickhouse['client'];

/** The databases that the log is copied to. */
export interface IngestStores {
  clients: readonly Client[];
  /** Reads where accounts are. */
  prepare(): Promise<void>;
  /** The place of an account's database in `clients`. */
  storeOf(accountId: number): number;
  /** Runs an insert while no account moves. Rejects if one has moved since its rows were read. */
  whileSettled(insert: (lost: AbortSignal) => Promise<void>): Promise<void>;
}

/** Tables that are read back to see what was inserted. */
const READ_BACK = ['clicks', 'page_events', 'click_ids', 'steps', 'figures'];

/** Before the first read: another server may have answered until now. */
export async function catchUpAll({ clients }: IngestStores): Promise<void> {
  for (const client of clients) await catchUp(client, READ_BACK);
}

/** The IDs of all databases; null while one is not ready. */
export async function findStoreId({ clients }: IngestStores): Promise<string | null> {
  const ids = await Promise.all(clients.map((client) => findAnalyticsId(client, 'page_events')));
  return ids.includes(null) ? null : ids.join(' ');
}

export const onlyStore = (client: Client): IngestStores => ({
  clients: [client],
  prepare: async () => undefined,
  storeOf: () => 0,
  whileSettled: (insert) => insert(new AbortController().signal),
});

/** Everything is written in log order, so an unavailable shard holds up the others: each record is inserted once. */
export function shardStores(
  shards: readonly { name: string; client: Client }[],
  shared: Pick<SharedPlacement, 'read' | 'whileSettled'>,
): IngestStores {
  let placement: Placement | undefined;
  const places = new Map(shards.map(({ name }, place) => [name, place]));
  return {
    clients: shards.map(({ client }) => client),
    async prepare() {
      placement = await shared.read();
    },
    storeOf(accountId) {
      if (!placement) throw new Error('where accounts are is not known yet');
      return places.get(placement.shardOf(accountId)) ?? 0;
    },
    whileSettled: (insert) =>
      shared.whileSettled(({ hasMoved, lost }) => {
        if (hasMoved) throw new Error('accounts moved to another shard; their records are read again');
        return insert(lost);
      }),
  };
}
