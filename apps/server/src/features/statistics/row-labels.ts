import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import type { Dimension } from '@poklik/contract/statistics';
import { TRAFFIC_SOURCES } from '@poklik/domain/campaigns/traffic-sources';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import { destinationLabels } from '@poklik/domain/statistics/destination-labels';
import type { Caller } from '../../http/caller.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import type { MetricsQuery } from '../../stats/query-metrics.ts';
import type { Database } from '../../stores/postgres.ts';
import { listCampaignNames } from './statistics.repo.ts';

type NamedCampaign = Awaited<ReturnType<typeof listCampaignNames>>[number];

/** `full` says all there is to say, for files and programs; `short` fits into a cell and still tells rows apart. */
interface Label {
  full: string;
  short: string;
}

/** The rows that are to be named, and what they were asked about. */
interface LabeledRows extends Pick<MetricsQuery, 'groupBy' | 'filters' | 'campaignIds'> {
  rows: readonly { keys: readonly string[] }[];
  /** How many there are on all pages. */
  total: number;
}

/** Dimensions whose keys begin with the id of a campaign. */
const CAMPAIGN_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'rule', 'destination', 'version']);

const createIntlNames = (tag: string) => ({
  region: new Intl.DisplayNames(tag, { type: 'region' }),
  language: new Intl.DisplayNames(tag, { type: 'language' }),
  weekday: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
});
/** Made once: making them takes longer than all that is asked of them for one answer. */
const INTL_NAMES = Object.fromEntries(
  Object.entries(LANGUAGE_TAGS).map(([language, tag]) => [language, createIntlNames(tag)]),
) as Record<Language, ReturnType<typeof createIntlNames>>;

/** What the keys of rows are called in the caller's language. */
export async function createRowLabeler(
  db: Database,
  caller: Pick<Caller, 'accountId' | 'language'>,
  answered: LabeledRows,
): Promise<(place: number, key: string) => Label> {
  const { groupBy } = answered;
  const ids = campaignIdsIn(answered);
  const named = ids.size > 0 ? await listCampaignNames(db, caller.accountId, [...ids]) : [];
  const say = translator(caller.language);
  const hasPlaces = groupBy.includes('rule') || groupBy.includes('destination');
  const campaigns = new Map(
    named.map((campaign) => [
      campaign.id,
      { name: campaign.name, labelOf: hasPlaces ? createPlaceLabeler(campaign, say) : null },
    ]),
  );
  const isMixed = mixesCampaigns(answered, ids);
  const names = INTL_NAMES[caller.language];

  const simpleLabel = (dimension: Dimension, key: string): string => {
    if (key === '') return say(`statistics:none.${dimension === 'conversion_type' ? 'conversion_type' : 'value'}`);
    switch (dimension) {
      case 'country':
        return key === UNKNOWN_COUNTRY ? say('statistics:none.country') : (displayName(names.region, key) ?? key);
      case 'language':
        return displayName(names.language, key) ?? key;
      case 'weekday':
        // The fourth of January 1970 was a Sunday.
        return names.weekday.format(new Date(Date.UTC(1970, 0, 4 + Number(key))));
      case 'device':
      case 'os':
      case 'browser':
      case 'conversion_type':
        return say(`statistics:${dimension}.${key}`, { defaultValue: BRAND_NAMES[key] ?? key });
      case 'traffic_source':
        return TRAFFIC_SOURCES.find(({ code }) => code === key)?.name ?? key;
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
    const { full, short } = campaign?.labelOf?.(dimension, place.join(':')) ?? deletedPlaceLabel(dimension, place, say);
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

/** Whether a reader would not know which campaign a row is of. */
function mixesCampaigns(
  { groupBy, filters, campaignIds, rows, total }: LabeledRows,
  ids: ReadonlySet<number>,
): boolean {
  const isAboutOne =
    campaignIds?.length === 1 ||
    filters.some(
      ({ dimension, operator, values }) => dimension === 'campaign' && operator === 'in' && values.length === 1,
    );
  return !isAboutOne && !groupBy.includes('campaign') && (ids.size > 1 || total > rows.length);
}

/** What a visitor's browser says may be no code at all. */
function displayName(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

/** Destination 0 is the campaign's default address, whatever the rule. */
const DEFAULT_PLACE = '0:0';

/** The rules and destinations of a campaign as it stands now, by their place in it. */
function createPlaceLabeler({ settings }: NamedCampaign, say: Translate) {
  const rules = [
    say('statistics:place.no_rule'),
    ...settings.rules.map((rule, at) => rule.name || ruleNumberLabel(at + 1, say)),
  ];
  const ruleLabel = (place: number): string | undefined => {
    const own = rules[place];
    const isAmbiguous = own !== undefined && rules.indexOf(own) !== rules.lastIndexOf(own);
    return isAmbiguous ? `${own} · ${ruleNumberLabel(place, say)}` : own;
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

const ruleNumberLabel = (place: number, say: Translate): string => say('statistics:place.rule', { place });

/** A version, or what the campaign does not have any more: all that is left of it is its place. */
function deletedPlaceLabel(dimension: Dimension, place: readonly string[], say: Translate): Label {
  const kind = dimension === 'rule' || dimension === 'version' ? dimension : 'destination';
  const label = say(`statistics:place.${kind}`, { place: Number(place.at(-1)) });
  return { full: label, short: label };
}
