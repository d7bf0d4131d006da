import type { CampaignFigures } from '@poklik/contract/campaigns';
import { figuresOf, NO_FIGURES } from '@poklik/domain/campaigns/figures';
import { lastDays } from '@poklik/domain/statistics/days';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { campaignFigures } from '../../stats/campaign-figures.ts';
import { clicksPerDay } from '../../stats/clicks-per-day.ts';
import { askClickhouse } from '../../stores/ask-clickhouse.ts';
import { timezoneOf } from '../profile/profile.service.ts';

/** What the statistics say of one campaign. */
export interface CampaignTraffic {
  stats: CampaignFigures;
  today: CampaignFigures;
  sparkline: number[];
}

const DAYS = 7;
/** So many ids fit into one question. */
const IDS_AT_ONCE = 2_000;

/** The last days of the reader's own calendar, of each of the campaigns; null when the statistics cannot be asked. */
export async function trafficOf(
  services: Services,
  caller: Pick<Caller, 'userId' | 'accountId'>,
  ids: readonly number[],
): Promise<Map<number, CampaignTraffic> | null> {
  if (ids.length === 0) return new Map();
  const timezone = await timezoneOf(services.db, caller);
  const answers = await askClickhouse(services, (client) =>
    Promise.all(partsOf(ids).map((campaignIds) => ask(client, caller.accountId, { campaignIds, timezone }))),
  );
  return answers && new Map(answers.flat());
}

const partsOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, part) =>
    ids.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE),
  );

async function ask(
  client: Services['clickhouse']['client'],
  accountId: number,
  { campaignIds, timezone }: { campaignIds: readonly number[]; timezone: string },
): Promise<[number, CampaignTraffic][]> {
  const days = lastDays(timezone, Date.now(), DAYS);
  const today = days[DAYS - 1] as (typeof days)[number];
  const week = { from: days[0]?.from ?? today.from, until: today.until };
  const [ofWeek, ofToday, perDay] = await Promise.all([
    campaignFigures(client, accountId, { campaignIds, period: week }),
    campaignFigures(client, accountId, { campaignIds, period: { from: today.from, until: today.until } }),
    clicksPerDay(client, accountId, { campaignIds, period: week, timeZone: timezone }),
  ]);
  const figuresById = (all: typeof ofWeek) => new Map(all.map((one) => [one.campaignId, figuresOf(one)]));
  const [stats, figuresToday] = [figuresById(ofWeek), figuresById(ofToday)];
  const clicks = new Map(perDay.map(({ campaignId, day, clicks: count }) => [`${campaignId} ${day}`, count]));
  return campaignIds.map((id) => [
    id,
    {
      stats: stats.get(id) ?? NO_FIGURES,
      today: figuresToday.get(id) ?? NO_FIGURES,
      sparkline: days.map(({ day }) => clicks.get(`${id} ${day}`) ?? 0),
    },
  ]);
}
