import type { ChartSeries, ChartStep } from './chart-series.ts';
import css from './chart-table.module.css';

interface ChartTableProps {
  label: string;
  /** Heading of the steps. */
  first: string;
  steps: readonly ChartStep[];
  series: readonly ChartSeries[];
}

/** The values of a chart as a table. */
export function ChartTable({ label, first, steps, series }: ChartTableProps) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {series.map(({ id, label: name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ full }, place) => (
          <tr key={full}>
            <th scope="row">{full}</th>
            {series.map(({ id, text, values }) => (
              <td key={id}>{text(values[place] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
