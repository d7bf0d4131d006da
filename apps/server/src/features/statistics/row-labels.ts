import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import type { Dimension } from '@poklik/contract/statistics';
import { TRAFFIC_SOURCES } from '@poklik/domain/campaigns/traffic-sources';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import type { Caller } from '../../http/caller.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import type { Database } from '../../stores/postgres.ts';
import { listNamed } from './statistics.repo.ts';

type Named = Awaited<ReturnType<typeof listNamed>>[number];
type Label = (place: number, key: string) => string;

/** Dimensions whose keys begin with the id of a campaign. */
const OF_CAMPAIGNS: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'rule', 'destination', 'version']);

const namesIn = (tag: string) => ({
  region: new Intl.DisplayNames(tag, { type: 'region' }),
  language: new Intl.DisplayNames(tag, { type: 'language' }),
  weekday: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
});
/** Made once: making them takes longer than all that is asked of them for one answer. */
const NAMES = Object.fromEntries(
  Object.entries(LANGUAGE_TAGS).map(([language, tag]) => [language, namesIn(tag)]),
) as Record<Language, ReturnType<typeof namesIn>>;

/** What the keys of rows are called in the caller's language. */
export async function labelsOf(
  db: Database,
  caller: Pick<Caller, 'accountId' | 'language'>,
  groupBy: readonly Dimension[],
  rows: readonly { keys: readonly string[] }[],
): Promise<Label> {
  const ids = new Set(
    rows.flatMap(({ keys }) =>
      keys.filter((_, place) => OF_CAMPAIGNS.has(groupBy[place] as Dimension)).map((key) => Number(key.split(':')[0])),
    ),
  );
  const named = ids.size > 0 ? await listNamed(db, caller.accountId, [...ids]) : [];
  const campaigns = new Map(named.map((campaign) => [campaign.id, campaign]));
  const say = translator(caller.language);
  const names = NAMES[caller.language];

  return (place, key) => {
    const dimension = groupBy[place] as Dimension;
    if (key === '') return say(`statistics:none.${dimension === 'conversion_type' ? 'conversion_type' : 'value'}`);
    if (OF_CAMPAIGNS.has(dimension)) return labelInCampaign(dimension, key, campaigns, say);
    switch (dimension) {
      case 'country':
        return key === UNKNOWN_COUNTRY ? say('statistics:none.country') : (tryName(names.region, key) ?? key);
      case 'language':
        return tryName(names.language, key) ?? key;
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
}

/** What a visitor's browser says may be no code at all. */
function tryName(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

function labelInCampaign(
  dimension: Dimension,
  key: string,
  campaigns: ReadonlyMap<number, Named>,
  say: Translate,
): string {
  const [id = 0, first = 0, second = 0] = key.split(':').map(Number);
  const campaign = campaigns.get(id);
  const name = campaign?.name ?? `№ ${id}`;
  switch (dimension) {
    case 'rule':
      return `${name} · ${ruleName(campaign, first, say)}`;
    case 'destination':
      return `${name} · ${destinationName(campaign, first, second) ?? say('statistics:place.destination', { place: second })}`;
    case 'version':
      return `${name} · ${say('statistics:place.version', { place: first })}`;
    default:
      return name;
  }
}

function ruleName(campaign: Named | undefined, rule: number, say: Translate): string {
  if (rule === 0) return say('statistics:place.no_rule');
  return campaign?.settings.rules[rule - 1]?.name || say('statistics:place.rule', { place: rule });
}

/** As the campaign stands now; what it does not have any more has only its place. */
function destinationName(campaign: Named | undefined, rule: number, destination: number): string | undefined {
  if (!campaign) return undefined;
  const { settings } = campaign;
  if (destination === 0) return hostOf(settings.default_url);
  const list = rule === 0 ? settings.destinations : settings.rules[rule - 1]?.destinations;
  const chosen = list?.[destination - 1];
  return chosen && (chosen.name || hostOf(chosen.url));
}

/** Macros stand behind the host only. */
const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;
