import type { LanderStatus } from '@poklik/contract/landers';
import type { LanderMacro } from '@poklik/contract/routing';
import type { LiveLander } from '@poklik/domain/landers/live-lander';
import { compileDestination, type DestinationTemplate, listMacros } from '@poklik/domain/routing/destination-template';

/** A lander as it is synced from PostgreSQL and kept in the snapshot. */
export interface StoredLander {
  id: number;
  accountId: number;
  /** Changes with every save. */
  mark: string;
  key: string;
  url: string;
  status: LanderStatus;
  slots: number;
  directCampaignId: number | null;
}

/** A lander prepared for clicks. */
export interface CompiledLander extends LiveLander {
  accountId: number;
  mark: string;
  template: DestinationTemplate<LanderMacro>;
  macros: readonly string[];
}

export interface LanderIndex {
  find(id: number): CompiledLander | undefined;
  findByKey(key: string): CompiledLander | undefined;
  put(lander: StoredLander): void;
  remove(id: number): void;
  listIds(): Iterable<number>;
  /** Counts a visitor who followed a link of the lander and has no click. */
  countUnknown(id: number): void;
  /** Those counted since; returned once. */
  takeUnknown(): Map<number, number>;
  findMark(id: number): string | undefined;
}

/** Every lander, in memory. */
export function createLanderIndex(): LanderIndex {
  const byId = new Map<number, CompiledLander>();
  const byKey = new Map<string, CompiledLander>();
  let unknown = new Map<number, number>();
  const remove = (id: number) => {
    const before = byId.get(id);
    if (before) byKey.delete(before.key);
    byId.delete(id);
  };
  return {
    find: (id) => byId.get(id),
    findByKey: (key) => byKey.get(key),
    put(stored) {
      remove(stored.id);
      const lander = compileLander(stored);
      byId.set(lander.id, lander);
      byKey.set(lander.key, lander);
    },
    remove,
    listIds: () => byId.keys(),
    countUnknown: (id) => void unknown.set(id, (unknown.get(id) ?? 0) + 1),
    takeUnknown() {
      const taken = unknown;
      unknown = new Map();
      return taken;
    },
    findMark: (id) => byId.get(id)?.mark,
  };
}

const compileLander = ({
  id,
  accountId,
  mark,
  key,
  url,
  status,
  slots,
  directCampaignId,
}: StoredLander): CompiledLander => ({
  ...{ id, accountId, mark, key, url, slots, directCampaignId },
  state: status === 'active' ? 'open' : status,
  template: compileDestination<LanderMacro>(url),
  macros: listMacros(url),
});
