import { SUBS } from '@poklik/contract/routing';
import type { Dimension } from '@poklik/contract/statistics';
import { useState } from 'react';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { PanelName, Panels } from './use-report.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';

export const PAGE_ROWS = 25;
/** Of a list; pictures show more. */
export const ROWS_SHOWN = 8;
const PICTURE_ROWS = 100;

type ListName = Exclude<PanelName, 'table'>;

/** Dimensions to choose from in each panel. */
const PANEL_DIMENSIONS: Record<ListName, readonly [Dimension, ...Dimension[]]> = {
  campaigns: ['campaign', 'rule', 'destination', 'lander', 'offer'],
  countries: ['country'],
  devices: ['device', 'os', 'browser', 'language'],
  sources: ['traffic_source', 'referrer_host', 'tag_kind', 'entry', ...SUBS],
};

/** What a panel shows, and how to change it. */
export interface PanelView {
  dimensions: readonly Dimension[];
  chosen: Dimension;
  /** Instead of a list. */
  showsPicture: boolean;
  choose: (dimension: Dimension) => void;
  showPicture: (isShown: boolean) => void;
}

/** What each panel shows, and the requests for all of them. */
export function usePanelViews({ state }: StatisticsScreen): { views: Record<ListName, PanelView>; panels: Panels } {
  const narrow = useNarrow();
  const [chosen, setChosen] = useState<Partial<Record<ListName, Dimension>>>({});
  const [isMap, setIsMap] = useState(!narrow);
  const view = (name: ListName): PanelView => ({
    dimensions: PANEL_DIMENSIONS[name],
    chosen: chosen[name] ?? PANEL_DIMENSIONS[name][0],
    showsPicture: name === 'countries' && isMap,
    choose: (dimension) => setChosen({ ...chosen, [name]: dimension }),
    showPicture: setIsMap,
  });
  const views = {
    campaigns: view('campaigns'),
    countries: view('countries'),
    devices: view('devices'),
    sources: view('sources'),
  };
  const request = ({ chosen: dimension, showsPicture }: PanelView): Panels[ListName] => ({
    group_by: [dimension],
    sort: state.metric,
    order: 'desc',
    per_page: showsPicture ? PICTURE_ROWS : ROWS_SHOWN,
  });
  return {
    views,
    panels: {
      campaigns: request(views.campaigns),
      countries: request(views.countries),
      devices: request(views.devices),
      sources: request(views.sources),
      table: {
        group_by: state.groups.slice(0, 1),
        ...(state.sort ? { sort: state.sort } : {}),
        ...(state.order ? { order: state.order } : {}),
        page: state.page,
        per_page: PAGE_ROWS,
      },
    },
  };
}
