/** Where the rows of an account are. */
export interface PlacementRow {
  accountId: number;
  /** Which one is asked and written to. */
  shard: string;
  /** Where its rows are being copied. */
  target: string | null;
  /** Where it was before, until its rows are deleted there. */
  origin: string | null;
}

/** On which shard each account is. */
export interface Placement {
  shardOf(accountId: number): string;
  /** Every shard that may have rows of the account, its own first. */
  placesOf(accountId: number): string[];
  /** Accounts with rows on a shard that don't count there. */
  foreignTo(shard: string): number[];
}

export interface KnownPlacement extends Placement {
  /** Accounts without a row that were asked for. */
  unplaced(): number[];
  /** Takes rows over. Returns whether an account is elsewhere than it would have been so far. */
  update(rows: readonly PlacementRow[]): boolean;
}

/** An account without a row gets the same shard from every process; the first that writes for it saves the row. */
export function createPlacement(names: readonly string[]): KnownPlacement {
  const known = new Map<number, PlacementRow>();
  const unplaced = new Set<number>();
  const between = new Map<number, PlacementRow>();
  const firstShard = (accountId: number): string => names[accountId % names.length] as string;

  const shardOf = (accountId: number): string => {
    const row = known.get(accountId);
    if (row) return row.shard;
    unplaced.add(accountId);
    return firstShard(accountId);
  };
  return {
    shardOf,
    placesOf(accountId) {
      const { target = null, origin = null } = known.get(accountId) ?? {};
      return [...new Set([shardOf(accountId), target, origin])].filter((name) => name !== null);
    },
    foreignTo: (shard) =>
      [...between.values()]
        .filter(({ target, origin }) => target === shard || origin === shard)
        .map(({ accountId }) => accountId),
    unplaced: () => [...unplaced],
    update(rows) {
      let hasMoved = false;
      for (const row of rows) {
        const { accountId, shard, target, origin } = row;
        hasMoved ||= shard !== (known.get(accountId)?.shard ?? firstShard(accountId));
        known.set(accountId, row);
        unplaced.delete(accountId);
        if (target === null && origin === null) between.delete(accountId);
        else between.set(accountId, row);
      }
      return hasMoved;
    },
  };
}
