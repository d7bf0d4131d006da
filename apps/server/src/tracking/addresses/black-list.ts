import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { type AddressRange, parseRange } from '@poklik/domain/ip/ip-range';
import { buildRangeTable, findInRanges, type RangeTable } from './range-table.ts';

export interface BlackListRow {
  id: number;
  /** Null for all campaigns of the account. */
  campaignId: number | null;
  /** An address or a CIDR block. */
  range: string;
  block: boolean;
}

/** The black list decides whether a click counts, never where it goes. */
export interface BlackListMatch {
  outcome: ClickOutcome;
  /** The matching entry, or 0. */
  entryId: number;
}

export const NO_MATCH: BlackListMatch = { outcome: ClickOutcome.redirected, entryId: 0 };

/** Entries with the same scope, one table per address family. */
interface EntryList {
  v4: RangeTable;
  v6: RangeTable;
  ids: Float64Array;
  blocks: Uint8Array;
}

/** The black list of one account. */
export interface AccountBlackList {
  allCampaigns: EntryList;
  byCampaign: ReadonlyMap<number, EntryList>;
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
    allCampaigns: buildEntries(general),
    byCampaign: new Map([...special].map(([campaignId, own]) => [campaignId, buildEntries(own)])),
  };
}

/** Of two matching entries, a blocking one wins; otherwise the narrower one. */
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

/** Blocking beats excluding; for the same outcome the campaign's own entry wins. */
export function matchBlackList(
  list: AccountBlackList | undefined,
  campaignId: number,
  words: readonly number[],
): BlackListMatch {
  if (list === undefined || words.length === 0) return NO_MATCH;
  const general = matchEntries(list.allCampaigns, words);
  const own = list.byCampaign.get(campaignId);
  if (own === undefined) return general;
  const special = matchEntries(own, words);
  return special.outcome >= general.outcome && special.outcome !== ClickOutcome.redirected ? special : general;
}

function matchEntries(entries: EntryList, words: readonly number[]): BlackListMatch {
  const place = findInRanges(words.length === 1 ? entries.v4 : entries.v6, words);
  if (place < 0) return NO_MATCH;
  return {
    outcome: entries.blocks[place] === 1 ? ClickOutcome.blocked : ClickOutcome.excluded,
    entryId: entries.ids[place] ?? 0,
  };
}
