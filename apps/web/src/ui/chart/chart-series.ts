/**
 * Charts over steps of time or rank. A screen builds `steps` and `series` once and passes them to
 * `<ChartLegend>`, `<Chart>` and `<ChartTable>`; it scales, labels and formats nothing itself.
 * A trend without axes, such as in a table cell, is a `<Sparkline>`.
 */
export interface ChartSeries {
  id: string;
  label: string;
  /** One value per step. Null is unknown and drawn as a gap. */
  values: readonly (number | null)[];
  /** The value in full, for tooltip and table. */
  text: (value: number | null) => string;
  /** The value in short, for the axis. */
  axis: (value: number) => string;
  /** Integer values: the axis has no fractions. */
  isWhole: boolean;
  /** Line by default. */
  shape?: 'line' | 'area' | 'bars';
  /** Number of the chart color, 1 by default. */
  color?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Something to compare with: dashed and pale, and complete even if the last step isn't. */
  isReference?: boolean;
  /** Has an axis of its own at the right. */
  isSecond?: boolean;
}

export interface ChartStep {
  /** For the axis. */
  short: string;
  full: string;
}
