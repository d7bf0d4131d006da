import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Chart } from './chart.tsx';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartSeries } from './chart-series.ts';
import { ChartTable } from './chart-table.tsx';
import { Sparkline } from './sparkline.tsx';

const seriesOf = (changes: Partial<ChartSeries> = {}): ChartSeries => ({
  id: 'clicks',
  label: 'Clicks',
  values: [1, 2, 4],
  text: (value) => (value === null ? '–' : String(value)),
  axis: String,
  isWhole: true,
  ...changes,
});
const steps = ['Mon', 'Tue', 'Wed'].map((short) => ({ short, full: `${short}, full` }));
const open = (
  series: ChartSeries[],
  more: { goesOn?: boolean; now?: string; onSelect?: (first: number, last: number) => void } = {},
) => render(<Chart label="Clicks by day" steps={steps} series={series} empty="No data" {...more} />);
const slider = () => screen.getByRole('slider', { name: 'Clicks by day' });
const drawn = (container: HTMLElement, what: string) => container.querySelectorAll(`svg ${what}`);

it('is read with the keyboard, step by step', async () => {
  const user = userEvent.setup();
  open([seriesOf(), seriesOf({ id: 'before', label: 'Before', values: [3, null, 5], isReference: true })]);
  expect(slider()).toHaveAttribute('aria-valuetext', 'Wed, full; Clicks: 4; Before: 5');
  await user.tab();
  expect(slider()).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(slider()).toHaveAttribute('aria-valuenow', '2');
  await user.keyboard('{ArrowLeft}');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Tue, full; Clicks: 2; Before: –');
  expect(within(slider()).getByText('Tue, full')).toBeVisible();
  expect(
    within(slider())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Clicks2', 'Before–']);
  await user.keyboard('{Home}{ArrowLeft}');
  expect(slider()).toHaveAttribute('aria-valuenow', '0');
  await user.keyboard('{End}{ArrowRight}');
  expect(slider()).toHaveAttribute('aria-valuenow', '2');
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Wed, full')).toBeNull();
});

it('selects a range by dragging', () => {
  const onSelect = vi.fn();
  open([seriesOf()], { onSelect });
  fireEvent.pointerDown(slider(), { clientX: 0 });
  fireEvent.pointerMove(slider(), { clientX: 240 });
  fireEvent.pointerUp(slider(), { clientX: 240 });
  expect(onSelect).toHaveBeenCalledWith(0, 2);
  fireEvent.pointerDown(slider(), { clientX: 60 });
  fireEvent.pointerUp(slider(), { clientX: 60 });
  expect(onSelect).toHaveBeenCalledTimes(1);
});

it('draws areas, lines with gaps, and a step in progress apart from them', () => {
  const gap = seriesOf({ id: 'gap', values: [1, null, 3] });
  const { container } = open([seriesOf({ shape: 'area' }), gap], { goesOn: true, now: 'now 06:47' });
  const paths = [...drawn(container, 'path')].map((path) => path.getAttribute('d') ?? '');
  expect(paths).toHaveLength(3);
  expect(drawn(container, '[data-unfinished] circle')).toHaveLength(2);
  expect(drawn(container, '[data-unfinished] rect')).toHaveLength(1);
  expect(screen.getByText('now 06:47')).toBeInTheDocument();
  expect(paths.join()).not.toMatch(/NaN|undefined/);
});

it('marks a value without neighbors', () => {
  const { container } = open([seriesOf({ values: [null, 2, null] })]);
  expect(drawn(container, 'circle')).toHaveLength(1);
});

it('draws bars from zero, side by side, with the second axis at the right', () => {
  const other = seriesOf({ id: 'cost', label: 'Cost', values: [-1, null, 2], isSecond: true, shape: 'bars', color: 2 });
  const { container } = open([seriesOf({ shape: 'bars' }), other], { goesOn: true });
  const bars = [...drawn(container, 'rect')];
  expect(bars).toHaveLength(5);
  for (const bar of bars) expect(Number(bar.getAttribute('height'))).toBeGreaterThan(0);
  const places = bars.map((bar) => Number(bar.getAttribute('x')));
  expect(new Set(places).size).toBe(places.length);
  expect(drawn(container, 'rect[data-unfinished]')).toHaveLength(2);
  expect(drawn(container, 'text')).not.toHaveLength(0);
});

it('says that there is no data', () => {
  open([seriesOf({ values: [null, null, null] })]);
  expect(screen.getByText('No data')).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('has a legend and a table of its values', () => {
  const series = [seriesOf(), seriesOf({ id: 'before', label: 'Before', values: [3, null, 5] })];
  const { container } = render(
    <>
      <ChartLegend series={series} />
      <ChartTable label="Clicks" first="Day" steps={steps} series={series} />
    </>,
  );
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['Clicks', 'Before']);
  expect(screen.getByRole('row', { name: 'Tue, full 2 –' })).toBeVisible();
});

it.each([
  [[1, 2, 3], 'M2 12.7 L36 7.3 L70 2'],
  [[5], 'M2 2'],
  [[0, 0], 'M2 18 L70 18'],
])('draws the trend of %s', (values, path) => {
  render(<Sparkline values={values} label="Trend" />);
  const lines = [...screen.getByRole('img', { name: 'Trend' }).querySelectorAll('path')].map((each) =>
    each.getAttribute('d'),
  );
  expect(lines[1]).toBe(path);
  expect(lines.join()).not.toContain('NaN');
});
