import {
  EXPECTED_MIN,
  expectedBeforeDrop,
  isSilent,
  type Returns,
  roiAfterDrop,
} from '@poklik/domain/campaign-alerts/campaign-alerts';
import type { Services } from '../../services.ts';
import { countClicksByCampaign } from '../../stats/count-clicks-by-campaign.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import type { Period } from '../../stats/period.ts';
import { queryPanels } from '../../stats/query-metrics.ts';
import { askOwners } from '../../stores/shards/ask-shards.ts';
import { tryClickhouse, tryQuestion } from '../../stores/try-clickhouse.ts';
import { listPaidByImpression } from '../campaigns/campaigns.repo.ts';
import { getTypeRules } from '../conversion-types/conversion-types.service.ts';
import { listRates } from '../currency-rates/currency-rates.repo.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import {
  type AlertedCampaign,
  type CampaignRhythm,
  listCampaignRhythms,
  listCappedCampaigns,
  wasTold,
} from './campaign-alerts.repo.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;
type Alert = 'campaign_silent' | 'campaign_dropped' | 'campaign_roi_dropped' | 'campaign_capped';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** An owner who leaves it as it is hears of it again then. */
const SILENCE_DAYS = 7;

/** Tells owners whose campaign gets clicks and no postbacks anymore, far fewer conversions, or far less for its cost. */
export async function checkCampaigns(tools: Tools): Promise<void> {
  const campaigns = await listCampaignRhythms(tools.db);
  if (campaigns.length === 0) return;
  const now = Math.ceil(Date.now() / 1_000);
  const lastDay = { from: now - DAY_SECONDS, until: now };
  const weekBefore = { from: now - 8 * DAY_SECONDS, until: now - DAY_SECONDS };
  const [recent, day, week] = await Promise.all(
    [{ from: now - 6 * HOUR_SECONDS, until: now }, lastDay, weekBefore].map((period) =>
      tryQuestion(tools, () => countClicks(tools, campaigns, period)),
    ),
  );
  if (!recent || !day || !week) return;
  const told = new Date(Date.now() - SILENCE_DAYS * DAY_SECONDS * 1_000);
  const steady: CampaignRhythm[] = [];
  for (const campaign of campaigns) {
    if (recent.has(campaign.id) && isCampaignSilent(campaign)) {
      const hours = Math.floor((campaign.silentSeconds ?? 0) / HOUR_SECONDS);
      await tell(tools, campaign, { kind: 'campaign_silent', since: told, values: { hours } });
      continue;
    }
    const counts = { clicks: day.get(campaign.id) ?? 0, conversions: campaign.conversions };
    const { conversionsBefore } = campaign;
    const expected = expectedBeforeDrop({
      ...counts,
      ...{ clicksBefore: week.get(campaign.id) ?? 0, conversionsBefore },
    });
    if (expected !== null) {
      await tell(tools, campaign, { kind: 'campaign_dropped', since: told, values: { ...counts, expected } });
    } else steady.push(campaign);
  }
  await checkReturns(tools, steady, { day: lastDay, week: weekBefore, told });
}

interface ComparedDays {
  day: Period;
  week: Period;
  told: Date;
}

async function checkReturns(
  tools: Tools,
  campaigns: readonly CampaignRhythm[],
  { day, week, told }: ComparedDays,
): Promise<void> {
  const candidates = campaigns.filter(({ conversionsBefore }) => conversionsBefore >= EXPECTED_MIN);
  const rates = candidates.length > 0 ? await listRates(tools.db) : [];
  for (const accountId of new Set(candidates.map((campaign) => campaign.accountId))) {
    const own = candidates.filter((campaign) => campaign.accountId === accountId);
    const scope: MetricsScope = {
      ...{ accountId, campaignIds: own.map(({ id }) => id), period: week, timeZone: 'UTC' },
      ...{ timeBasis: 'conversion', revenueBasis: 'all', filters: [], rates },
      paidByImpression: await listPaidByImpression(tools.db, accountId),
      typeRules: await getTypeRules(tools.db, accountId),
    };
    const panel = { groupBy: ['campaign'] } as const;
    const found = await tryClickhouse(tools, accountId, (client) =>
      queryPanels(client, scope, [{ ...panel, period: day }, panel]),
    );
    if (!found) continue;
    const [now, before] = found.map(
      ({ rows }) => new Map<number, Returns>(rows.map((row) => [Number(row.keys[0]), row])),
    );
    for (const campaign of own) {
      const [returns, usual] = [now?.get(campaign.id), before?.get(campaign.id)];
      const drop = returns && usual && roiAfterDrop(returns, usual);
      if (!drop) continue;
      const values = { roi: toPercent(drop.roi), roi_before: toPercent(drop.roiBefore) };
      await tell(tools, campaign, { kind: 'campaign_roi_dropped', since: told, values });
    }
  }
}

/** The same in every language. */
const toPercent = (share: number): string => `${Math.round(share * 100)}%`.replace('-', '−');

async function countClicks({ clickhouse }: Tools, campaigns: readonly CampaignRhythm[], period: Period) {
  const counts = await askOwners(clickhouse, campaigns, (client, own) =>
    countClicksByCampaign(client, { campaignIds: own.map(({ id }) => id), period }),
  );
  return new Map(counts.flatMap((counted) => [...counted]));
}

const isCampaignSilent = ({ hasNetwork, silentSeconds: seconds, gapSeconds }: CampaignRhythm): boolean =>
  !hasNetwork && seconds !== null && isSilent({ seconds, gapSeconds });

/** Tells owners once a day that a campaign has reached its limit of clicks. */
export async function checkCaps(tools: Tools): Promise<void> {
  for (const { cap, timezone, since, ...campaign } of await listCappedCampaigns(tools.db)) {
    await tell(tools, campaign, { kind: 'campaign_capped', since, values: { cap, timezone } });
  }
}

interface Telling {
  kind: Alert;
  /** Nobody is told twice since then. */
  since: Date;
  values: Record<string, string | number>;
}

const tell = ({ db }: Tools, campaign: AlertedCampaign, { kind, since, values }: Telling): Promise<void> =>
  db.transaction(async (tx) => {
    if (await wasTold(tx, campaign, kind, since)) return;
    const { id, accountId, ownerId, name } = campaign;
    await notifyWithEmail(
      tx,
      { id: ownerId, accountId },
      kind,
      { campaign: name, campaign_id: id, ...values },
      'campaign',
    );
  });
