/** How many names of events a campaign may have in a day; further ones are counted together. */
export const EVENT_NAMES_PER_DAY = 100;
export const OTHER_EVENTS = 'other';

/** The name that an event counts under, which is added to the names of its campaign and day. */
export function countedName(name: string, names: Set<string>): string {
  if (names.has(name)) return name;
  const own = names.has(OTHER_EVENTS) ? names.size - 1 : names.size;
  const counted = own < EVENT_NAMES_PER_DAY ? name : OTHER_EVENTS;
  names.add(counted);
  return counted;
}
