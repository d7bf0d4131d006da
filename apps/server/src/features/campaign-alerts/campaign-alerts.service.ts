import { expectedBeforeDrop, isSilent } from '@poklik/domain/campaign-alerts/campaign-alerts';
import type { Services } from '../../services.ts';
import { countClicksByCampaign } from '../../stats/count-clicks-by-campaign.ts';
import type { Period } from '../../stats/period.ts';
import { askOwners } from '../../stores/shards/ask-shards.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import {
  type AlertedCampaign,
  type CampaignRhythm,
  listCampaignRhythms,
  listCappedCampaigns,
  wasTold,
} from './campaign-alerts.repo.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;
type Alert = 'campaign_silent' | 'campaign_dropped' | 'campaign_capped';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** An owner who leaves it as it is hears of it again then. */
const SILENCE_DAYS = 7;

/** Tells owners whose campaign gets clicks and no postbacks anymore, or far fewer conversions than usual. */
export async function checkCampaigns(tools: Tools): Promise<void> {
  const campaigns = await listCampaignRhythms(tools.db);
  if (campaigns.length === 0) return;
  const now = Math.ceil(Date.now() / 1_000);
  const [recent, day, week] = await Promise.all(
    [
      { from: now - 6 * HOUR_SECONDS, until: now },
      { from: now - DAY_SECONDS, until: now },
      { from: now - 8 * DAY_SECONDS, until: now - DAY_SECONDS },
    ].map((period) => tryQuestion(tools, () => countClicks(tools, campaigns, period))),
  );
  if (!recent || !day || !week) return;
  const told = new Date(Date.now() - SILENCE_DAYS * DAY_SECONDS * 1_000);
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
    }
  }
}

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
