import type { NetworkMapping, NetworkSignature } from '@poklik/contract/networks';

/** A network in memory. */
export interface StoredNetwork {
  id: number;
  mapping: NetworkMapping;
  ips: string[];
  signature: NetworkSignature | null;
  defaultCurrency: string | null;
}

/** A key in a postback address; `until` is when a replaced one stops working, in milliseconds. */
export interface StoredKey {
  key: string;
  until: number | null;
}

/** The keys of an account and what its networks send. */
export interface StoredAccount {
  id: number;
  /** Changes with every change. */
  mark: string;
  keys: StoredKey[];
  networks: (StoredNetwork & { keys: StoredKey[] })[];
}

export interface KeyOwner {
  accountId: number;
  /** As it was sent; signatures are made with it. */
  key: string;
  /** Null for the account's own key. */
  network: StoredNetwork | null;
}

export interface PostbackKeys {
  findNetworkKey(key: string, now: number): KeyOwner | undefined;
  findAccountKey(key: string, now: number): KeyOwner | undefined;
  findNetwork(accountId: number, id: number): StoredNetwork | undefined;
  put(account: StoredAccount): void;
  remove(accountId: number): void;
  listIds(): Iterable<number>;
  findMark(accountId: number): string | undefined;
}

/** Keys of postback addresses of all accounts, in memory. */
export function createPostbackKeys(): PostbackKeys {
  const accounts = new Map<number, StoredAccount>();
  const byNetworkKey = new Map<string, KeyOwner & StoredKey>();
  const byAccountKey = new Map<string, KeyOwner & StoredKey>();

  const remove = (accountId: number) => {
    const before = accounts.get(accountId);
    if (!before) return;
    accounts.delete(accountId);
    for (const { key } of before.keys) byAccountKey.delete(key);
    for (const { keys } of before.networks) for (const { key } of keys) byNetworkKey.delete(key);
  };
  const unlessOver = (found: (KeyOwner & StoredKey) | undefined, now: number): KeyOwner | undefined =>
    found && (found.until === null || now < found.until) ? found : undefined;

  return {
    findNetworkKey: (key, now) => unlessOver(byNetworkKey.get(key), now),
    findAccountKey: (key, now) => unlessOver(byAccountKey.get(key), now),
    findNetwork: (accountId, id) => accounts.get(accountId)?.networks.find((network) => network.id === id),
    put(account) {
      remove(account.id);
      const accountId = account.id;
      accounts.set(accountId, account);
      for (const key of account.keys) byAccountKey.set(key.key, { ...key, accountId, network: null });
      for (const { keys, ...network } of account.networks)
        for (const key of keys) byNetworkKey.set(key.key, { ...key, accountId, network });
    },
    remove,
    listIds: () => accounts.keys(),
    findMark: (accountId) => accounts.get(accountId)?.mark,
  };
}
