/** What one source says of an account and a day. */
export interface DayFigures {
  accountId: number;
  day: string;
  what: string;
  figures: string;
}

export interface Difference {
  accountId: number;
  day: string;
  what: string;
  expected: string;
  found: string;
}

const nameOf = ({ accountId, day, what }: Omit<DayFigures, 'figures'>): string => `${accountId} ${day} ${what}`;
const NOTHING = '';

/** What two looks at the same source agree on: everything else changed between them. */
export function steadyIn(before: readonly DayFigures[], after: readonly DayFigures[]): (one: DayFigures) => boolean {
  const moving = new Set(differencesBetween(before, after).map(nameOf));
  return (one) => !moving.has(nameOf(one));
}

/** Where two sources disagree; what only one of them knows of is a difference too. */
export function differencesBetween(expected: readonly DayFigures[], found: readonly DayFigures[]): Difference[] {
  const [wanted, there] = [expected, found].map((all) => new Map(all.map((one) => [nameOf(one), one]))) as [
    Map<string, DayFigures>,
    Map<string, DayFigures>,
  ];
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((name) => {
    const [one, other] = [wanted.get(name), there.get(name)];
    const { accountId, day, what } = (one ?? other) as DayFigures;
    const [should, does] = [one?.figures ?? NOTHING, other?.figures ?? NOTHING];
    return should === does ? [] : [{ accountId, day, what, expected: should, found: does }];
  });
}
