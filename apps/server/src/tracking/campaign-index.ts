import type { CampaignSettings } from '@poklik/contract/campaigns';
import { LRUCache } from 'lru-cache';
import { type CompiledCampaign, compileCampaign, type StoredCampaign, unpackSettings } from './compiled-campaign.ts';

export interface CampaignIndex {
  /** By the key in its link. */
  find(key: string): CompiledCampaign | undefined;
  findById(id: number): CompiledCampaign | undefined;
  /** By the secret of its postbacks. */
  findByPostbackKey(postbackKey: string): CompiledCampaign | undefined;
  /** All that its owner decided, for whoever asks where a link leads. */
  settingsOf(id: number): CampaignSettings | undefined;
  put(campaign: StoredCampaign): void;
  remove(id: number): void;
  stored(): Iterable<StoredCampaign>;
  markOf(id: number): string | undefined;
  readonly size: number;
}

/** Of packed settings whose compiled form is kept; that form takes some thirty times the room. */
const COMPILED_CHARACTERS = 1_500_000;

/** Every campaign that can be clicked, in memory. */
export function createCampaignIndex(): CampaignIndex {
  const byKey = new Map<string, StoredCampaign>();
  const byId = new Map<number, StoredCampaign>();
  const byPostbackKey = new Map<string, StoredCampaign>();
  const compiled = new LRUCache<number, CompiledCampaign>({
    maxSize: COMPILED_CHARACTERS,
    // One larger than all the room would never be kept, and so be compiled on each click.
    maxEntrySize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: (_, id) => Math.min(byId.get(id)?.packed.length ?? 1, COMPILED_CHARACTERS / 2),
  });

  const ready = (stored: StoredCampaign | undefined): CompiledCampaign | undefined => {
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
    byKey.delete(before.key);
    if (byPostbackKey.get(before.postbackKey) === before) byPostbackKey.delete(before.postbackKey);
    compiled.delete(id);
  };

  return {
    find: (key) => ready(byKey.get(key)),
    findById: (id) => ready(byId.get(id)),
    findByPostbackKey: (postbackKey) => ready(byPostbackKey.get(postbackKey)),
    settingsOf(id) {
      const stored = byId.get(id);
      return stored && unpackSettings(stored);
    },
    put(campaign) {
      remove(campaign.id);
      byId.set(campaign.id, campaign);
      byKey.set(campaign.key, campaign);
      byPostbackKey.set(campaign.postbackKey, campaign);
    },
    remove,
    stored: () => byId.values(),
    markOf: (id) => byId.get(id)?.mark,
    get size() {
      return byId.size;
    },
  };
}
