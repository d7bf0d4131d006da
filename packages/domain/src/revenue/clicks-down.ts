const WEEKS = 4;

/** Whether the clicks of the last week are less than half of the mean week of the four weeks before. */
export const areClicksDown = (lastWeek: number, fourWeeksBefore: number): boolean =>
  lastWeek * 2 < fourWeeksBefore / WEEKS;
