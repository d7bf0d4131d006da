import type { ChartSeries } from './chart-series.ts';
import css from './series-color.module.css';

/** Sets `--series` for an element and what it contains. */
export const seriesColor = ({ color = 1 }: ChartSeries) => ({ className: css.series, 'data-color': color });
