import {
  type EventTable,
  eventName,
  hasEventNames,
  hasTypes,
  isConversionSql,
  isEventSql,
} from './dimension-columns.ts';

/** What a conversion type or a goal counts: conversions of a type, or clicks with an event. */
export interface TypeMatch {
  isEvent: boolean;
  /** Code of the type, or name of the event. */
  name: string;
}

/** What is asked for beside the metrics of all. */
export interface AskedTypes {
  /** Codes of conversion types and of goals. */
  types?: readonly string[];
  /** What reaches each goal, by its code. */
  goals?: ReadonlyMap<string, TypeMatch>;
}

/** Each match once, and the place of each code among them: a goal may be a type that is asked for as well. */
export function placeTypes({ types = [], goals }: AskedTypes): { matches: TypeMatch[]; places: number[] } {
  const matches: TypeMatch[] = [];
  const places = types.map((code) => {
    const match = goals?.get(code) ?? { isEvent: false, name: code };
    const place = matches.findIndex(({ isEvent, name }) => isEvent === match.isEvent && name === match.name);
    return place >= 0 ? place : matches.push(match) - 1;
  });
  return { matches, places };
}

/**
 * `typePlace`, the 1-based place of a row among the matches, and `typedNumber`, which counts whatever the rules of its
 * type say: a conversion, or the first event of a click with that name.
 */
export function typeColumns(source: EventTable, asked: AskedTypes): string[] {
  const branches = placeTypes(asked).matches.flatMap(({ isEvent, name }, place) =>
    (isEvent ? hasEventNames(source) : hasTypes(source))
      ? [
          `${isEvent ? `${isEventSql(source)} AND ${eventName(source)}` : `${isConversionSql(source)} AND type`} = ${nameText(name)}, ${place + 1}`,
        ]
      : [],
  );
  const number: Partial<Record<EventTable, string>> = {
    figures: branches.length > 0 ? `if(${isEventSql(source)}, amounts, events)` : 'events',
    conversions: 'sign',
    counted_events: 'is_first',
  };
  return [
    `toUInt8(${branches.length === 0 ? '0' : `multiIf(${branches.join(', ')}, 0)`}) AS typePlace`,
    `toInt64(${number[source] ?? '0'}) AS typedNumber`,
  ];
}

/** Names are inlined like numbers. */
export function nameText(name: string): string {
  if (!/^[A-Za-z0-9_.:-]+$/.test(name)) throw new Error(`${name} is not the name of a conversion type or an event`);
  return `'${name}'`;
}
