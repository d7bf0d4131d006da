import type { Goal } from '@poklik/contract/goals';
import {
  type EventTable,
  eventName,
  hasEventNames,
  hasTypes,
  isConversionSql,
  isEventSql,
} from './dimension-columns.ts';

/** What a conversion type or a goal counts: conversions of a type, clicks with an event, or clicks on a lander. */
export interface TypeMatch {
  kind: Goal['kind'];
  /** Code of the type, name of the event, or number of the lander on the way. */
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
    const match = goals?.get(code) ?? { kind: 'conversion_type', name: code };
    const place = matches.findIndex(({ kind, name }) => kind === match.kind && name === match.name);
    return place >= 0 ? place : matches.push(match) - 1;
  });
  return { matches, places };
}

/**
 * `typePlace`, the 1-based place of a row among the matches, and `typedNumber`, which counts whatever the rules of its
 * type say: a conversion, or the first event of a click with that name.
 */
export function typeColumns(source: EventTable, asked: AskedTypes): string[] {
  const branches = placeTypes(asked).matches.flatMap((match, place) => {
    const condition = conditionOf(match, source);
    return condition === null ? [] : [`${condition}, ${place + 1}`];
  });
  const number: Partial<Record<EventTable, string>> = {
    figures: branches.length > 0 ? `if(${isEventSql(source)}, amounts, events)` : 'events',
    conversions: 'sign',
    counted_events: 'is_first',
    steps: '1',
  };
  return [
    `toUInt8(${branches.length === 0 ? '0' : `multiIf(${branches.join(', ')}, 0)`}) AS typePlace`,
    `toInt64(${number[source] ?? '0'}) AS typedNumber`,
  ];
}

/** Whether a row is one; null if the table has none. */
function conditionOf({ kind, name }: TypeMatch, source: EventTable): string | null {
  if (kind === 'step') return source === 'steps' ? `counted = 20 AND toString(step) = ${nameText(name)}` : null;
  if (kind === 'event')
    return hasEventNames(source) ? `${isEventSql(source)} AND ${eventName(source)} = ${nameText(name)}` : null;
  return hasTypes(source) ? `${isConversionSql(source)} AND type = ${nameText(name)}` : null;
}

/** The rollups don't know the step of a click on a lander. */
export const asksSteps = (asked: AskedTypes): boolean => placeTypes(asked).matches.some(({ kind }) => kind === 'step');

/** Names are inlined like numbers. */
export function nameText(name: string): string {
  if (!/^[A-Za-z0-9_.:-]+$/.test(name)) throw new Error(`${name} is not the name of a conversion type or an event`);
  return `'${name}'`;
}
