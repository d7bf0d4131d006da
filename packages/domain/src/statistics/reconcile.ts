/** Totals of one account and day from one source. */
export interface DayTotals {
  accountId: number;
  day: string;
  what: string;
  totals: string;
}

export interface Difference {
  accountId: number;
  day: string;
  what: string;
  expected: string;
  found: string;
}

const rowKey = ({ accountId, day, what }: Omit<DayTotals, 'totals'>): string => `${accountId} ${day} ${what}`;
const NOTHING = '';

/** Rows that are equal in two reads of the same source; all others changed in between. */
export function unchangedBetween(
  before: readonly DayTotals[],
  after: readonly DayTotals[],
): (one: DayTotals) => boolean {
  const moving = new Set(findDifferences(before, after).map(rowKey));
  return (one) => !moving.has(rowKey(one));
}

/** Differences between two sources, including rows that only one of them has. */
export function findDifferences(expected: readonly DayTotals[], found: readonly DayTotals[]): Difference[] {
  const [wanted, there] = [expected, found].map((all) => new Map(all.map((one) => [rowKey(one), one]))) as [
    Map<string, DayTotals>,
    Map<string, DayTotals>,
  ];
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((name) => {
    const [one, other] = [wanted.get(name), there.get(name)];
    const { accountId, day, what } = (one ?? other) as DayTotals;
    const [should, does] = [one?.totals ?? NOTHING, other?.totals ?? NOTHING];
    return should === does ? [] : [{ accountId, day, what, expected: should, found: does }];
  });
}
