import css from './chart-legend.module.css';
import type { ChartSeries } from './chart-series.ts';
import { seriesColor } from './series-color.ts';

/** Colors and names of the series; the chart announces its values with their names. */
export function ChartLegend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={css.legend} aria-hidden="true">
      {series.map((each) => (
        <li key={each.id} {...seriesColor(each)} data-shape={each.shape} data-reference={each.isReference}>
          {each.label}
        </li>
      ))}
    </ul>
  );
}
