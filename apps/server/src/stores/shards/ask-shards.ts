import type { Clickhouse, Shard } from '../clickhouse.ts';

type Client = Clickhouse['client'];

const clientNamed = (shards: NonNullable<Clickhouse['shards']>, name: string): Client => {
  const found = shards.all.find((shard) => shard.name === name);
  if (!found) throw new Error(`there is no shard ${name}`);
  return found.client;
};

/** The database with the rows of an account. */
export async function clientOf(clickhouse: Clickhouse, accountId: number): Promise<Client> {
  const { shards } = clickhouse;
  if (!shards) return clickhouse.client;
  return clientNamed(shards, (await shards.placement.read()).shardOf(accountId));
}

/** Every database that may have rows of an account, also while it moves. */
export async function clientsWith(clickhouse: Clickhouse, accountId: number): Promise<Client[]> {
  const { shards } = clickhouse;
  if (!shards) return [clickhouse.client];
  return (await shards.placement.read()).placesOf(accountId).map((name) => clientNamed(shards, name));
}

/** Asks each database about the things of its accounts. */
export async function askOwners<T extends { accountId: number }, A>(
  clickhouse: Clickhouse,
  things: readonly T[],
  question: (client: Client, own: readonly T[]) => Promise<A>,
): Promise<A[]> {
  const owned = new Map<Client, T[]>();
  for (const thing of things) {
    const client = await clientOf(clickhouse, thing.accountId);
    const own = owned.get(client);
    if (own) own.push(thing);
    else owned.set(client, [thing]);
  }
  return Promise.all([...owned].map(([client, own]) => question(client, own)));
}

export interface Part extends Pick<Shard, 'name' | 'client'> {
  /** Accounts whose rows there don't count, because they are on their way. */
  foreign: readonly number[];
}

/** Asks every database: for the operator's sums, and for jobs that concern all accounts. */
export async function askAll<A>(clickhouse: Clickhouse, question: (part: Part) => Promise<A>): Promise<A[]> {
  if (!clickhouse.shards) return [await question({ name: '', client: clickhouse.client, foreign: [] })];
  const { all, placement } = clickhouse.shards;
  const placed = await placement.read();
  return Promise.all(all.map(({ name, client }) => question({ name, client, foreign: placed.foreignTo(name) })));
}

/** Everything that writes or deletes rows runs in this, so that none are written where an account no longer is. */
export const whileSettled = <T>({ shards }: Pick<Clickhouse, 'shards'>, work: () => Promise<T>): Promise<T> =>
  shards ? shards.placement.whileSettled(work) : work();
