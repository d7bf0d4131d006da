import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import type { Dimension } from '@poklik/contract/statistics';
import { OTHER_EVENTS } from '@poklik/domain/page-events/event-names';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import { destinationLabels } from '@poklik/domain/statistics/destination-labels';
import type { Caller } from '../../http/caller.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import type { MetricsQuery } from '../../stats/query-metrics.ts';
import type { Database } from '../../stores/postgres.ts';
import { listSourceNames } from '../traffic-sources/traffic-sources.repo.ts';
import { listCampaignNames, listTargetNames } from './statistics.repo.ts';

type NamedCampaign = Awaited<ReturnType<typeof listCampaignNames>>[number];

/** `full` is for exports and the API; `short` fits into a table cell and still tells rows apart. */
interface Label {
  full: string;
  short: string;
}

/** Rows that need labels, and the query that returned them. */
interface LabeledRows extends Pick<MetricsQuery, 'groupBy' | 'filters' | 'campaignIds'> {
  rows: readonly { keys: readonly string[] }[];
  /** Number of rows on all pages. */
  total: number;
}

/** Dimensions whose keys start with a campaign id. */
const CAMPAIGN_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'rule', 'destination', 'version']);

const createIntlNames = (tag: string) => ({
  region: new Intl.DisplayNames(tag, { type: 'region' }),
  language: new Intl.DisplayNames(tag, { type: 'language' }),
  weekday: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
});
/** Created once: creating Intl objects takes longer than using them. */
const INTL_NAMES = Object.fromEntries(
  Object.entries(LANGUAGE_TAGS).map(([language, tag]) => [language, createIntlNames(tag)]),
) as Record<Language, ReturnType<typeof createIntlNames>>;

/** Labels a row's key at a place. */
export type LabelRow = (place: number, key: string) => Label;

/** Loads names for the rows of several groupings; returns a function that labels those of one. */
export async function createRowLabelers(
  db: Database,
  caller: Pick<Caller, 'accountId' | 'language'>,
  all: readonly LabeledRows[],
): Promise<(rows: LabeledRows) => LabelRow> {
  const ids = new Set(all.flatMap((rows) => [...campaignIdsIn(rows)]));
  const campaignRows = ids.size > 0 ? await listCampaignNames(db, caller.accountId, [...ids]) : [];
  const needsSourceNames = all.some(({ groupBy }) => groupBy.includes('traffic_source'));
  const sources = needsSourceNames ? await listSourceNames(db, caller) : new Map<string, string>();
  const targets = await listTargetNames(db, caller.accountId, {
    landers: idsOf(all, 'lander'),
    offers: idsOf(all, 'offer'),
  });
  const t = translator(caller.language);
  const needsPlaceLabels = all.some(({ groupBy }) => groupBy.includes('rule') || groupBy.includes('destination'));
  const campaigns = new Map(
    campaignRows.map((campaign) => [
      campaign.id,
      { name: campaign.name, labelOf: needsPlaceLabels ? createPlaceLabeler(campaign, t) : null },
    ]),
  );
  return (rows) => labelRows(rows, { campaigns, sources, targets, t, language: caller.language });
}

/** Dimensions with a word of their own for nothing. */
const NAMELESS: ReadonlySet<Dimension> = new Set<Dimension>(['conversion_type', 'event', 'tag_kind']);

interface LabelContext {
  campaigns: ReadonlyMap<number, { name: string; labelOf: ReturnType<typeof createPlaceLabeler> | null }>;
  /** Names of traffic sources by code. */
  sources: ReadonlyMap<string, string>;
  targets: Awaited<ReturnType<typeof listTargetNames>>;
  t: Translate;
  language: Language;
}

function labelRows(rows: LabeledRows, { campaigns, sources, targets, t, language }: LabelContext): LabelRow {
  const { groupBy } = rows;
  const isMixed = mixesCampaigns(rows, campaignIdsIn(rows));
  const names = INTL_NAMES[language];

  const simpleLabel = (dimension: Dimension, key: string): string => {
    if (key === '') return t(`statistics:none.${NAMELESS.has(dimension) ? dimension : 'value'}`);
    switch (dimension) {
      case 'country':
        return key === UNKNOWN_COUNTRY ? t('statistics:none.country') : (displayName(names.region, key) ?? key);
      case 'language':
        return displayName(names.language, key) ?? key;
      case 'weekday':
        // 4 January 1970 was a Sunday.
        return names.weekday.format(new Date(Date.UTC(1970, 0, 4 + Number(key))));
      case 'device':
      case 'os':
      case 'browser':
      case 'conversion_type':
      case 'entry':
        return t(`statistics:${dimension}.${key}`, { defaultValue: BRAND_NAMES[key] ?? key });
      case 'event':
        return key === OTHER_EVENTS ? t('statistics:other_events') : key;
      case 'lander':
      case 'offer':
        return key === '0'
          ? t(`statistics:none.${dimension}`)
          : (targets[`${dimension}s`].get(Number(key)) ?? `№ ${key}`);
      case 'traffic_source':
        return sources.get(key) ?? key;
      default:
        return key;
    }
  };

  return (at, key) => {
    const dimension = groupBy[at] as Dimension;
    if (key === '' || !CAMPAIGN_DIMENSIONS.has(dimension)) {
      const label = simpleLabel(dimension, key);
      return { full: label, short: label };
    }
    const [id = '', ...place] = key.split(':');
    const campaign = campaigns.get(Number(id));
    const name = campaign?.name ?? `№ ${id}`;
    if (dimension === 'campaign') return { full: name, short: name };
    const { full, short } = campaign?.labelOf?.(dimension, place.join(':')) ?? deletedPlaceLabel(dimension, place, t);
    return isMixed ? { full: `${name} · ${full}`, short: `${name} · ${short}` } : { full, short };
  };
}

const campaignIdsIn = ({ groupBy, rows }: LabeledRows): Set<number> =>
  new Set(
    rows.flatMap(({ keys }) =>
      keys
        .filter((_, place) => CAMPAIGN_DIMENSIONS.has(groupBy[place] as Dimension))
        .map((key) => Number(key.split(':')[0])),
    ),
  );

/** Without 0, which is none. */
const idsOf = (all: readonly LabeledRows[], dimension: 'lander' | 'offer'): number[] => [
  ...new Set(
    all.flatMap(({ groupBy, rows }) => {
      const place = groupBy.indexOf(dimension);
      return place < 0 ? [] : rows.flatMap(({ keys }) => (Number(keys[place]) > 0 ? Number(keys[place]) : []));
    }),
  ),
];

/** Whether rows of several campaigns need the campaign's name. */
function mixesCampaigns(
  { groupBy, filters, campaignIds, rows, total }: LabeledRows,
  ids: ReadonlySet<number>,
): boolean {
  const isSingleCampaign =
    campaignIds?.length === 1 ||
    filters.some(
      ({ dimension, operator, values }) => dimension === 'campaign' && operator === 'in' && values.length === 1,
    );
  return !isSingleCampaign && !groupBy.includes('campaign') && (ids.size > 1 || total > rows.length);
}

/** Browsers can send values that are not valid codes. */
function displayName(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

/** Destination 0 is the campaign's default URL in every rule. */
const DEFAULT_PLACE = '0:0';

/** Labels a campaign's current rules and destinations by their position. */
function createPlaceLabeler({ settings }: NamedCampaign, t: Translate) {
  const rules = [
    t('statistics:place.no_rule'),
    ...settings.rules.map((rule, at) => rule.name || ruleNumberLabel(at + 1, t)),
  ];
  const ruleLabel = (place: number): string | undefined => {
    const own = rules[place];
    const isAmbiguous = own !== undefined && rules.indexOf(own) !== rules.lastIndexOf(own);
    return isAmbiguous ? `${own} · ${ruleNumberLabel(place, t)}` : own;
  };
  const destinations = [
    { key: DEFAULT_PLACE, name: '', url: settings.default_url, place: rules[0] ?? '' },
    ...[settings, ...settings.rules].flatMap((list, rule) =>
      list.destinations.map((one, at) => ({ ...one, key: `${rule}:${at + 1}`, place: ruleLabel(rule) ?? '' })),
    ),
  ];
  const short = destinationLabels(destinations);
  const byKey = new Map(
    destinations.map(({ key, name, url }, at) => [
      key,
      { full: name ? `${name} · ${url}` : url, short: short[at] ?? url },
    ]),
  );
  return (dimension: Dimension, place: string): Label | undefined => {
    if (dimension === 'destination') return byKey.get(place.endsWith(':0') ? DEFAULT_PLACE : place);
    const label = dimension === 'rule' ? ruleLabel(Number(place)) : undefined;
    return label === undefined ? undefined : { full: label, short: label };
  };
}

const ruleNumberLabel = (place: number, t: Translate): string => t('statistics:place.rule', { place });

/** Versions, deleted rules and deleted destinations only have a number. */
function deletedPlaceLabel(dimension: Dimension, place: readonly string[], t: Translate): Label {
  const kind = dimension === 'rule' || dimension === 'version' ? dimension : 'destination';
  const label = t(`statistics:place.${kind}`, { place: Number(place.at(-1)) });
  return { full: label, short: label };
}
