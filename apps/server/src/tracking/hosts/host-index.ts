import type { DomainKind, DomainStatus, RootMode } from '@poklik/contract/domains';

/** A tracking domain in memory. */
export interface StoredHost {
  id: number;
  host: string;
  accountId: number;
  kind: DomainKind;
  status: DomainStatus;
  ownershipValue: string;
  rootMode: RootMode;
  rootText: string;
  rootUrl: string | null;
  notFoundUrl: string | null;
  hasHttps: boolean;
  /** Alias and campaign ID. */
  aliases: [string, number][];
  /** Changes with every change. */
  mark: string;
}

export interface HostIndex {
  /** The domain that serves a host. Other accounts may be waiting for the same host. */
  find(host: string): StoredHost | undefined;
  /** Whether a domain of any account has this host and value. */
  isOwnershipValue(host: string, value: string): boolean;
  put(host: StoredHost): void;
  remove(id: number): void;
  list(): Iterable<StoredHost>;
  findMark(id: number): string | undefined;
  readonly size: number;
}

const isServing = ({ status }: StoredHost): boolean =>
  status === 'active' || status === 'failing' || status === 'suspended';

/** Every tracking domain, in memory. */
export function createHostIndex(): HostIndex {
  const byId = new Map<number, StoredHost>();
  const serving = new Map<string, StoredHost>();
  /** `{host} {value}` of all domains, with the number of domains. */
  const values = new Map<string, number>();
  const count = ({ host, ownershipValue }: StoredHost, change: number) => {
    const key = `${host} ${ownershipValue}`;
    const left = (values.get(key) ?? 0) + change;
    if (left > 0) values.set(key, left);
    else values.delete(key);
  };
  const remove = (id: number) => {
    const before = byId.get(id);
    if (before === undefined) return;
    byId.delete(id);
    count(before, -1);
    if (serving.get(before.host) === before) serving.delete(before.host);
  };
  return {
    find: (host) => serving.get(host),
    isOwnershipValue: (host, value) => values.has(`${host} ${value}`),
    put(host) {
      remove(host.id);
      byId.set(host.id, host);
      count(host, 1);
      if (isServing(host)) serving.set(host.host, host);
    },
    remove,
    list: () => byId.values(),
    findMark: (id) => byId.get(id)?.mark,
    get size() {
      return byId.size;
    },
  };
}
