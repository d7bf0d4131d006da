import { type AddressRange, parseRange } from './address.ts';
import { buildRangeTable, findInRanges, type RangeTable } from './range-table.ts';

export interface BlackListRow {
  id: number;
  /** Null for all campaigns of the account. */
  campaignId: number | null;
  /** An address or a CIDR block. */
  range: string;
  block: boolean;
}

/** What the black list says about a visitor. It never says where they go. */
export interface Judgement {
  /** 0 counted, 1 excluded, 2 blocked. */
  verdict: 0 | 1 | 2;
  /** The entry that decided, or 0. */
  entryId: number;
}

export const COUNTED: Judgement = { verdict: 0, entryId: 0 };

/** Entries for the same campaigns: those of each family in a table of its own. */
interface EntryList {
  v4: RangeTable;
  v6: RangeTable;
  ids: Float64Array;
  blocks: Uint8Array;
}

/** The black list of one account. */
export interface AccountBlackList {
  everywhere: EntryList;
  ofCampaign: ReadonlyMap<number, EntryList>;
}

export function buildBlackList(rows: readonly BlackListRow[]): AccountBlackList {
  const general: BlackListRow[] = [];
  const special = new Map<number, BlackListRow[]>();
  for (const row of rows) {
    if (row.campaignId === null) general.push(row);
    else {
      const own = special.get(row.campaignId);
      if (own) own.push(row);
      else special.set(row.campaignId, [row]);
    }
  }
  return {
    everywhere: buildEntries(general),
    ofCampaign: new Map([...special].map(([campaignId, own]) => [campaignId, buildEntries(own)])),
  };
}

/** Of two entries that contain an address, one that blocks decides; otherwise the narrower one does. */
function buildEntries(rows: readonly BlackListRow[]): EntryList {
  const blocks = Uint8Array.from(rows, ({ block }) => (block ? 1 : 0));
  const ranges: Record<1 | 4, { place: number; range: AddressRange }[]> = { 1: [], 4: [] };
  rows.forEach((row, place) => {
    const range = parseRange(row.range);
    if (range) ranges[range.first.length as 1 | 4].push({ place, range });
  });
  const tableOf = (width: 1 | 4): RangeTable => {
    const places = ranges[width].map(({ place }) => place);
    const decides = (outer: number, inner: number) =>
      (blocks[places[outer] ?? 0] ?? 0) > (blocks[places[inner] ?? 0] ?? 0) ? outer : inner;
    const table = buildRangeTable(
      width,
      ranges[width].map(({ range }) => range),
      decides,
    );
    return { ...table, deciders: table.deciders.map((decider) => (decider < 0 ? -1 : (places[decider] ?? -1))) };
  };
  return { v4: tableOf(1), v6: tableOf(4), ids: Float64Array.from(rows, ({ id }) => id), blocks };
}

/** Blocking beats excluding; where both say the same, the entry of the campaign itself is named. */
export function judge(list: AccountBlackList | undefined, campaignId: number, words: readonly number[]): Judgement {
  if (list === undefined || words.length === 0) return COUNTED;
  const general = judgeBy(list.everywhere, words);
  const own = list.ofCampaign.get(campaignId);
  if (own === undefined) return general;
  const special = judgeBy(own, words);
  return special.verdict >= general.verdict && special.verdict > 0 ? special : general;
}

function judgeBy(entries: EntryList, words: readonly number[]): Judgement {
  const place = findInRanges(words.length === 1 ? entries.v4 : entries.v6, words);
  if (place < 0) return COUNTED;
  return { verdict: entries.blocks[place] === 1 ? 2 : 1, entryId: entries.ids[place] ?? 0 };
}
