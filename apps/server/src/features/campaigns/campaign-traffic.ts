import type { CampaignFigures } from '@poklik/contract/campaigns';
import { figuresOf } from '@poklik/domain/campaigns/figures';
import type { RateSince } from '@poklik/domain/money/currency-rates';
import { type Day, lastDays } from '@poklik/domain/statistics/days';
import { addUp, NOTHING } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { countedBy } from '../../stats/figures-question.ts';
import { askClickhouse } from '../../stores/ask-clickhouse.ts';
import { rateHistory } from '../currency-rates/currency-rates.service.ts';
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
  const [timezone, rates] = await Promise.all([timezoneOf(services.db, caller), rateHistory(services.db)]);
  const answers = await askClickhouse(services, (client) =>
    Promise.all(partsOf(ids).map((campaignIds) => ask(client, caller.accountId, { campaignIds, timezone, rates }))),
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
  { campaignIds, timezone, rates }: { campaignIds: readonly number[]; timezone: string; rates: RateSince[] },
): Promise<[number, CampaignTraffic][]> {
  const days = lastDays(timezone, Date.now(), DAYS);
  const [first, today] = [days[0], days[DAYS - 1]] as [Day, Day];
  const { rows } = await countedBy(client, {
    accountId,
    campaignIds,
    period: { from: first.from, until: today.until },
    timeZone: timezone,
    timeBasis: 'click',
    filters: [],
    groupBy: ['campaign', 'day'],
    rates,
  });
  const byDay = new Map(rows.map((row) => [row.keys.join(' '), row]));
  return campaignIds.map((id) => {
    const own = days.map(({ day }) => byDay.get(`${id} ${day}`) ?? NOTHING);
    return [
      id,
      {
        stats: figuresOf(addUp(own)),
        today: figuresOf(own.at(-1) ?? NOTHING),
        sparkline: own.map(({ clicks }) => clicks),
      },
    ];
  });
}
