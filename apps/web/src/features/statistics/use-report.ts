import { type Statistics, type StatisticsPanel, statisticsApi } from '@poklik/contract/statistics';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { CardQuery } from './card.tsx';
import { METRICS_KEY, type MetricsRequest, refreshInterval } from './statistics.queries.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';

export type PanelName = 'campaigns' | 'countries' | 'devices' | 'sources' | 'table';
export type Panels = Record<PanelName, StatisticsPanel>;

interface Report {
  /** Totals and time series. */
  main: CardQuery<Statistics>;
  /** A panel's own rows and pages, with the totals of the report. */
  panels: Record<PanelName, CardQuery<Statistics>>;
}

/** An answer with the request it belongs to. */
interface Loaded {
  scope: string;
  panels: Partial<Panels>;
  answer: Statistics;
}

/**
 * The whole screen is one call. Panels that change afterwards, such as a grouping or a page, are asked for alone, until
 * the next call for the screen includes them.
 */
export function useReport(
  { state, question: scopeQuery, extras, days, today }: StatisticsScreen,
  panels: Panels,
): Report {
  const language = useLanguage();
  const question = { ...scopeQuery, ...extras };
  const scope = JSON.stringify({ language, ...question });
  const [first, setFirst] = useState({ scope, panels });
  if (first.scope !== scope) setFirst({ scope, panels });
  const names = Object.keys(panels) as PanelName[];
  const changed = Object.fromEntries(
    names.flatMap((name) => (isEqual(panels[name], first.panels[name]) ? [] : [[name, panels[name]]])),
  ) as Partial<Panels>;
  const goesOn = days.end >= today;
  const { compare, interval } = state;
  const screenRequest = { ...question, compare, compare_maturity: 'same' as const, ...(interval ? { interval } : {}) };
  const whole = useLoaded('screen', screenRequest, { scope, panels: first.panels, goesOn });
  const later = useLoaded('panels', { ...question, interval: 'none' }, { scope, panels: changed, goesOn });

  const panelQuery = (name: PanelName): CardQuery<Statistics> => {
    const { error, isFetching, refetch } = changed[name] ? later : whole;
    const known = [later.data, whole.data].filter((loaded) => loaded?.panels[name] !== undefined) as Loaded[];
    const isCurrent = (loaded: Loaded) => loaded.scope === scope && isEqual(loaded.panels[name], panels[name]);
    const current = known.find(isCurrent);
    const older = known.find(({ panels: { [name]: panel } }) => isEqual(panel?.group_by, panels[name].group_by));
    const shown = current ?? (error ? undefined : (older ?? known[0]));
    return {
      data: shown && panelAnswer(shown, name),
      error,
      isFetching,
      isPlaceholderData: shown !== undefined && (shown !== current || whole.isPlaceholderData),
      refetch,
    };
  };
  return {
    main: { ...whole, data: whole.data?.answer },
    panels: Object.fromEntries(names.map((name) => [name, panelQuery(name)])) as Report['panels'],
  };
}

interface LoadOptions {
  scope: string;
  panels: Partial<Panels>;
  goesOn: boolean;
}

/** How long a report is kept for the next visit to the screen. */
const KEPT_MS = 60 * 60_000;

/**
 * Old data stays until the new arrives, also from an earlier visit to the screen; a newer request cancels the older.
 */
function useLoaded(part: 'screen' | 'panels', request: MetricsRequest, { scope, panels, goesOn }: LoadOptions) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...METRICS_KEY, part, scope, request, panels],
    queryFn: async ({ signal }): Promise<Loaded> => {
      const query = { ...request, panels: JSON.stringify(Object.values(panels)) };
      return { scope, panels, answer: await call(statisticsApi.get, { query }, { signal }) };
    },
    placeholderData: (previous) => previous ?? lastLoaded(client, part),
    gcTime: KEPT_MS,
    refetchInterval: ({ state }) => refreshInterval(state.data?.answer, goesOn),
    enabled: Object.keys(panels).length > 0,
  });
  const isOfEarlierVisit = query.isFetching && !query.isFetchedAfterMount && query.data !== undefined;
  return { ...query, isPlaceholderData: query.isPlaceholderData || isOfEarlierVisit };
}

/** The newest report that was shown. */
function lastLoaded(client: QueryClient, part: string): Loaded | undefined {
  const all = client.getQueryCache().findAll({ queryKey: [...METRICS_KEY, part] });
  const [newest] = all.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return newest?.state.data as Loaded | undefined;
}

function panelAnswer({ panels, answer }: Loaded, name: PanelName): Statistics {
  const panel = answer.data.panels?.[Object.keys(panels).indexOf(name)];
  return {
    data: { ...answer.data, rows: panel?.rows ?? [] },
    meta: { ...answer.meta, ...panel?.meta },
  };
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
