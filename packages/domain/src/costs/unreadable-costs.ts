/** Fewer clicks of a day may be somebody's test. */
export const UNREADABLE_COSTS_LEAST = 100;
export const UNREADABLE_COSTS_SHARE = 0.05;

/** Whether so many links carry a cost that is not an amount that the owner should know. */
export const hasUnreadableCosts = ({ clicks, unreadable }: { clicks: number; unreadable: number }): boolean =>
  unreadable >= UNREADABLE_COSTS_LEAST && unreadable >= clicks * UNREADABLE_COSTS_SHARE;
