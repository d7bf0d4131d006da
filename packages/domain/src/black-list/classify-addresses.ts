import { ADD_BATCH_MAX, type BLACK_LIST_REJECTIONS, type BLACK_LIST_WARNINGS } from '@poklik/contract/black-list';
import { covers, type IpRange, parseIpRange } from '../ip/ip-range.ts';

/** Wider ranges are rejected because they would cover whole providers. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 };
/** Wider ranges need confirmation. */
const WIDE_PREFIX = { 4: 16, 6: 32 };

export interface ExistingEntry extends Pick<IpRange, 'from' | 'to' | 'text'> {}

export interface ClassifiedAddresses {
  added: IpRange[];
  merged: { ip: string; covered_by: string }[];
  refused: { text: string; line: number; reason: (typeof BLACK_LIST_REJECTIONS)[number] }[];
  warnings: { ip: string; reason: (typeof BLACK_LIST_WARNINGS)[number] }[];
}

/** Splits text at lines, commas, semicolons and spaces; # starts a comment. */
export function splitAddresses(text: string): { text: string; line: number }[] {
  return text.split(/\r?\n/).flatMap((content, index) =>
    (content.split('#', 1)[0] ?? '')
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((part) => ({ text: part, line: index + 1 })),
  );
}

/** Classifies each line. Wider ranges absorb narrower ones in any order. */
export function classifyAddresses(
  lines: readonly { text: string; line: number }[],
  existing: readonly ExistingEntry[],
  options: {
    room: number;
    ownIp: string;
    /** Existing entries with the other action; they are updated and don't count towards the limit. */
    changing?: ReadonlySet<string>;
  },
): ClassifiedAddresses {
  const result: ClassifiedAddresses = { added: [], merged: [], refused: [], warnings: [] };
  const candidates: { range: IpRange; text: string; line: number }[] = [];
  lines.forEach(({ text, line }, place) => {
    const range = place < ADD_BATCH_MAX ? parseIpRange(text) : null;
    if (place >= ADD_BATCH_MAX) result.refused.push({ text, line, reason: 'limit_reached' });
    else if (!range) result.refused.push({ text, line, reason: 'not_an_address' });
    else if (range.prefix < SHORTEST_PREFIX[range.family]) result.refused.push({ text, line, reason: 'too_wide' });
    else candidates.push({ range, text, line });
  });
  const own = parseIpRange(options.ownIp);
  candidates.sort((a, b) => compareRanges(a.range, b.range));
  const kept = indexEntries(existing);
  let last: IpRange | undefined;
  let room = options.room;
  for (const { range, text, line } of candidates) {
    const cover = last && covers(last, range) ? last : kept.coverOf(range);
    if (cover) {
      result.merged.push({ ip: range.text, covered_by: cover.text });
      continue;
    }
    const changes = options.changing?.has(range.text) ?? false;
    if (!changes && room <= 0) {
      result.refused.push({ text, line, reason: 'limit_reached' });
      continue;
    }
    if (changes) result.warnings.push({ ip: range.text, reason: 'action_changed' });
    else room -= 1;
    result.added.push(range);
    last = range;
    if (own && covers(range, own)) result.warnings.push({ ip: range.text, reason: 'own_address' });
    if (range.prefix < WIDE_PREFIX[range.family]) result.warnings.push({ ip: range.text, reason: 'wide_range' });
    if (kept.hasInside(range)) result.warnings.push({ ip: range.text, reason: 'covers_existing' });
  }
  return result;
}

/** By start address, then the widest first. */
const compareRanges = (a: Pick<IpRange, 'from' | 'to'>, b: Pick<IpRange, 'from' | 'to'>): number => {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  if (a.to === b.to) return 0;
  return a.to > b.to ? -1 : 1;
};

/** Relies on CIDR blocks never overlapping partially. */
function indexEntries(entries: readonly ExistingEntry[]) {
  const sorted = [...entries].sort(compareRanges);
  /** Entries that are not inside an earlier one. */
  const outer: ExistingEntry[] = [];
  for (const entry of sorted) {
    const last = outer.at(-1);
    if (!last || !covers(last, entry)) outer.push(entry);
  }
  const after = (list: readonly ExistingEntry[], at: bigint): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle] as ExistingEntry).from > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    coverOf: (range: IpRange): ExistingEntry | undefined => {
      const candidate = outer[after(outer, range.from) - 1];
      return candidate && covers(candidate, range) ? candidate : undefined;
    },
    hasInside: (range: IpRange): boolean => {
      const candidate = sorted[after(sorted, range.from - 1n)];
      return candidate !== undefined && covers(range, candidate);
    },
  };
}
