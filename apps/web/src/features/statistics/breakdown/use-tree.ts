import type { Dimension, Statistics, StatisticsFilter, StatisticsRow } from '@poklik/contract/statistics';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { GridRows } from '../../../ui/grid/grid-column.ts';
import { rowName } from '../date-text.ts';
import { type MetricsRequest, metricsQuery } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';

const CHILDREN_SHOWN = 100;

/** A row of the breakdown at any level. */
export interface TreeRow {
  /** Keys from the top. */
  id: string;
  name: string;
  /** The whole name. */
  title: string;
  key: string;
  dimension: Dimension;
  level: number;
  /** Filters that select the row, its own last. */
  path: readonly StatisticsFilter[];
  metrics: StatisticsRow;
  /** Whether it has rows below. */
  canOpen: boolean;
  isOpen: boolean;
  /** Why the rows below are missing. */
  problem: string | null;
  toggle: () => void;
}

/** The rows of the page with the opened ones below theirs, as one list. */
export function useTree(answer: Statistics, screen: StatisticsScreen): GridRows<TreeRow> {
  const language = useLanguage();
  const { groups } = screen.state;
  const scope = JSON.stringify([screen.question, screen.extras, groups]);
  const [state, setState] = useState<{ scope: string; opened: Record<string, readonly StatisticsFilter[]> }>({
    scope,
    opened: {},
  });
  if (state.scope !== scope) setState({ scope, opened: {} });
  const ids = Object.keys(state.opened);
  const answers = useQueries({
    queries: Object.values(state.opened).map((path) =>
      metricsQuery(childrenRequest(screen, path), { language, goesOn: screen.days.end >= screen.today }),
    ),
  });

  const below = new Map(ids.map((id, place) => [id, answers[place]]));
  const list: (TreeRow | undefined)[] = [];
  const add = (level: Statistics, above: readonly StatisticsFilter[], parent: string) => {
    const dimension = groups[above.length] ?? 'campaign';
    for (const metrics of level.data.rows) {
      const [key = ''] = metrics.keys;
      const id = JSON.stringify([parent, key]);
      const { short, full } = rowName(language, dimension, metrics, level.meta.timezone);
      const path: StatisticsFilter[] = [...above, { dimension, operator: 'in', values: [key] }];
      const isOpen = id in state.opened;
      const children = below.get(id);
      list.push({
        id,
        name: short,
        title: full,
        key,
        dimension,
        level: above.length,
        path,
        metrics,
        canOpen: path.length < groups.length,
        isOpen,
        problem: (isOpen && children?.error?.message) || null,
        toggle: () =>
          setState(({ opened: { [id]: known, ...rest }, ...old }) => ({
            ...old,
            opened: known ? rest : { ...rest, [id]: path },
          })),
      });
      if (!isOpen || children?.error) continue;
      if (children?.data) add(children.data, path, id);
      else list.push(undefined);
    }
  };
  add(answer, [], '');
  return { count: list.length, at: (index: number) => list[index] };
}

function childrenRequest(
  { question, extras, state }: StatisticsScreen,
  path: readonly StatisticsFilter[],
): MetricsRequest {
  return {
    ...question,
    ...extras,
    filters: JSON.stringify([...state.filters, ...path]),
    group_by: state.groups[path.length] ?? 'campaign',
    interval: 'none',
    ...(state.sort ? { sort: state.sort } : {}),
    ...(state.order ? { order: state.order } : {}),
    per_page: String(CHILDREN_SHOWN),
  };
}
