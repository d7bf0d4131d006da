import { CAMPAIGN_COLUMNS, type CampaignColumn, type campaignListApi } from '@poklik/contract/campaign-list';
import type { CampaignTotals } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { METRICS, type Metric } from '@poklik/contract/statistics';
import { isMoneyColumn, isTypeColumn, type TypeColumn } from '@poklik/contract/type-columns';
import { campaignTotals } from '@poklik/domain/campaigns/campaign-metrics';
import { weightsText } from '@poklik/domain/campaigns/place-weights';
import { displayedTypeColumn } from '@poklik/domain/conversion-types/type-columns';
import type { Cell } from '@poklik/domain/csv/csv-text';
import { dayAt } from '@poklik/domain/statistics/calendar';
import type { MetricTotals } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import { ROWS_PER_CHUNK, streamCsv } from '../../http/streams/csv-stream.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { getTrafficScope, listSortedCampaignIds } from '../campaigns/campaign-list.service.ts';
import { type CampaignTraffic, getCampaignTraffic } from '../campaigns/campaign-traffic.service.ts';
import { type CampaignRow, listCampaigns } from '../campaigns/campaigns.repo.ts';
import { loadTypeColumnNames } from '../goals/goals.service.ts';
import { getTimezone } from '../profile/profile.service.ts';

type ExportQuery = ParsedOf<(typeof campaignListApi)['export']>['query'];

/** CSV of the campaign list: the same campaigns in the same order and columns, and their totals. */
export async function exportCampaigns(services: Services, caller: Caller, query: ExportQuery) {
  if (!caller.canExport) throw new AppError('forbidden');
  const t = translator(caller.language);
  const columns = (query.columns ?? CAMPAIGN_COLUMNS).filter((column) => caller.canSeeMoney || !isMoneyColumn(column));
  const typeName = await loadTypeColumnNames(services.db, caller.accountId, t);
  const header = [
    t('campaigns:list.name'),
    ...columns.map((column) => (isTypeColumn(column) ? typeName(column) : columnName(t, column, query))),
  ];
  return streamCsv(header, streamRows(services, caller, { query, columns, t }), caller.language);
}

interface ExportRequest {
  query: ExportQuery;
  columns: readonly (CampaignColumn | TypeColumn)[];
  t: Translate;
}

async function* streamRows(
  services: Services,
  caller: Caller,
  { query, columns, t }: ExportRequest,
): AsyncGenerator<Cell[][]> {
  const { db } = services;
  const scope = await getTrafficScope(services, caller, query);
  const timeZone = await getTimezone(db, caller);
  const ids = await listSortedCampaignIds(services, caller, query);
  const all: MetricTotals[] = [];
  for (let at = 0; at < ids.length; at += ROWS_PER_CHUNK) {
    const some = ids.slice(at, at + ROWS_PER_CHUNK);
    const [rows, traffic] = await Promise.all([
      listCampaigns(db, caller, some),
      getCampaignTraffic(services, caller, { ids: some, ...scope }),
    ]);
    if (traffic === null) throw new AppError('unavailable');
    all.push(...[...traffic.values()].map(({ totals }) => totals));
    yield rows.map((row) => [
      row.settings.name,
      ...columns.map((column) => cellOf(column, { row, traffic: traffic.get(row.id), timeZone, t })),
    ]);
  }
  const totals = campaignTotals(all);
  const totalOf = (column: CampaignColumn | TypeColumn): Cell => {
    if (isTypeColumn(column)) return displayedTypeColumn(column, totals);
    return isMetric(column) ? totals[column] : null;
  };
  yield [[t('campaigns:list.total'), ...columns.map(totalOf)]];
}

const isMetric = (column: CampaignColumn): column is Metric & keyof CampaignTotals =>
  METRICS.some((metric) => metric === column);

function columnName(t: Translate, column: CampaignColumn, { revenue_basis: basis = 'approved' }: ExportQuery): string {
  if (column === 'revenue' && basis !== 'approved') return t(`statistics:revenue_basis.named.${basis}`);
  return t(isMetric(column) ? `statistics:metric.${column}` : `campaigns:list.columns.${column}`);
}

interface CellSource {
  row: CampaignRow;
  /** Undefined for a campaign that was deleted meanwhile. */
  traffic: CampaignTraffic | undefined;
  timeZone: string;
  t: Translate;
}

function cellOf(column: CampaignColumn | TypeColumn, { row, traffic, timeZone, t }: CellSource): Cell {
  const { settings } = row;
  if (isTypeColumn(column)) return traffic ? displayedTypeColumn(column, traffic.stats) : null;
  switch (column) {
    case 'status':
      return t(`campaigns:status.${settings.status === 'active' ? 'open' : settings.status}`);
    case 'trend':
      return traffic ? traffic.sparkline.join(' ') : null;
    case 'today':
      return traffic ? traffic.today.clicks : null;
    case 'weights':
      return weightsText(settings);
    case 'notes':
      return settings.notes;
    case 'key':
      return row.key;
    case 'traffic_source':
      return settings.traffic_source;
    case 'tags':
      return settings.tags.join(', ');
    case 'created_at':
      return dayAt(timeZone, row.createdAt.getTime());
    default:
      return traffic ? traffic.stats[column] : null;
  }
}
