import type { CampaignSettings } from '@poklik/contract/campaigns';
import { LRUCache } from 'lru-cache';
import { type CompiledCampaign, compileCampaign, type StoredCampaign, unpackSettings } from './compiled-campaign.ts';

export interface CampaignIndex {
  /** By the key in its link. */
  find(key: string): CompiledCampaign | undefined;
  findById(id: number): CompiledCampaign | undefined;
  /** By its postback secret. */
  findByPostbackKey(postbackKey: string): CompiledCampaign | undefined;
  /** Full settings, for the public routing page. */
  findSettings(id: number): CampaignSettings | undefined;
  put(campaign: StoredCampaign): void;
  remove(id: number): void;
  list(): Iterable<StoredCampaign>;
  findMark(id: number): string | undefined;
  /** IDs of the campaigns that lead to a lander. */
  listByLander(landerId: number): Iterable<number>;
  readonly size: number;
}

/** Total length of packed settings whose compiled form is cached; that form takes about thirty times the memory. */
const CACHED_CHARS = 1_500_000;

/** Every campaign with a link, in memory. */
export function createCampaignIndex(): CampaignIndex {
  const byKey = new Map<string, StoredCampaign>();
  const byId = new Map<number, StoredCampaign>();
  const byPostbackKey = new Map<string, StoredCampaign>();
  const byLander = new Map<number, Set<number>>();
  const compiled = new LRUCache<number, CompiledCampaign>({
    maxSize: CACHED_CHARS,
    // A campaign larger than the cache would be compiled on each click.
    maxEntrySize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: (_, id) => Math.min(byId.get(id)?.packed.length ?? 1, CACHED_CHARS / 2),
  });

  const getCompiled = (stored: StoredCampaign | undefined): CompiledCampaign | undefined => {
    if (stored === undefined) return undefined;
    const found = compiled.get(stored.id);
    if (found) return found;
    const campaign = compileCampaign(stored);
    compiled.set(stored.id, campaign);
    return campaign;
  };
  const remove = (id: number) => {
    const before = byId.get(id);
    if (before === undefined) return;
    byId.delete(id);
    for (const landerId of before.landerIds ?? []) byLander.get(landerId)?.delete(id);
    byKey.delete(before.key);
    if (byPostbackKey.get(before.postbackKey) === before) byPostbackKey.delete(before.postbackKey);
    compiled.delete(id);
  };

  return {
    find: (key) => getCompiled(byKey.get(key)),
    findById: (id) => getCompiled(byId.get(id)),
    findByPostbackKey: (postbackKey) => getCompiled(byPostbackKey.get(postbackKey)),
    findSettings(id) {
      const stored = byId.get(id);
      return stored && unpackSettings(stored);
    },
    put(campaign) {
      remove(campaign.id);
      byId.set(campaign.id, campaign);
      byKey.set(campaign.key, campaign);
      byPostbackKey.set(campaign.postbackKey, campaign);
      for (const landerId of campaign.landerIds ?? []) {
        const own = byLander.get(landerId);
        if (own) own.add(campaign.id);
        else byLander.set(landerId, new Set([campaign.id]));
      }
    },
    remove,
    list: () => byId.values(),
    findMark: (id) => byId.get(id)?.mark,
    listByLander: (landerId) => byLander.get(landerId) ?? [],
    get size() {
      return byId.size;
    },
  };
}
