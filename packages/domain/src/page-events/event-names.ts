/** How many names of events a campaign may have in a day; further ones are counted together. */
export const EVENT_NAMES_PER_DAY = 100;
export const OTHER_EVENTS = 'other';
/** What the tracking link sends in parallel tracking. */
export const AD_HIT = 'ad_hit';
/** What the script of a page sends when the page is loaded or shows another address. */
export const PAGE_VIEW = 'page_view';
/** Metrics are counted by these names, so they are never counted together with others. */
const OWN_NAMES: ReadonlySet<string> = new Set([AD_HIT, PAGE_VIEW, OTHER_EVENTS]);

/** The name that an event counts under, which is added to the names of its campaign and day. */
export function countedName(name: string, names: Set<string>): string {
  if (names.has(name)) return name;
  const others = [...names].filter((known) => !OWN_NAMES.has(known));
  const counted = OWN_NAMES.has(name) || others.length < EVENT_NAMES_PER_DAY ? name : OTHER_EVENTS;
  names.add(counted);
  return counted;
}
