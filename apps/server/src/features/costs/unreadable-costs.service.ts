import { hasUnreadableCosts, UNREADABLE_COSTS_LEAST } from '@poklik/domain/costs/unreadable-costs';
import type { Services } from '../../services.ts';
import { listUnreadableCosts, type UnreadableCosts } from '../../stats/costs/unreadable-costs.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import { findCostOwner } from './costs.repo.ts';

const DAY_SECONDS = 86_400;
const TIMEOUT_MS = 60_000;
/** An owner who leaves it as it is hears of it again then. */
const SILENCE_DAYS = 30;

/** Tells owners whose links carry something else than amounts, such as an encrypted price or an unreplaced macro. */
export async function noticeUnreadableCosts(services: Services): Promise<void> {
  const since = Math.floor(Date.now() / 1000) - DAY_SECONDS;
  const counted = await tryQuestion(
    services,
    () => listUnreadableCosts(services.clickhouse, since, UNREADABLE_COSTS_LEAST),
    TIMEOUT_MS,
  );
  for (const campaign of counted ?? []) if (hasUnreadableCosts(campaign)) await notify(services, campaign);
}

const notify = ({ db }: Services, { campaignId, clicks, unreadable, sample }: UnreadableCosts): Promise<void> =>
  db.transaction(async (tx) => {
    const owner = await findCostOwner(tx, campaignId, SILENCE_DAYS);
    if (!owner) return;
    const { id, accountId, campaign } = owner;
    const values = { campaign, campaign_id: campaignId, clicks, unreadable, sample };
    await notifyWithEmail(tx, { id, accountId }, 'costs_unreadable', values, 'conversions');
  });
