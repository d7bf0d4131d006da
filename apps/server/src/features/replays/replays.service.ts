import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError, invalidField } from '@poklik/contract/errors';
import { REPLAY_DAYS_MAX, type Replay, type replaysApi } from '@poklik/contract/replays';
import { isTimezone } from '@poklik/domain/profile/timezone';
import { tidyTargets, withoutTargetUrls, withUids } from '@poklik/domain/routing/targets';
import { daysBetween } from '@poklik/domain/statistics/calendar';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { enqueue } from '../../stores/queue.ts';
import { findCampaign } from '../campaigns/campaigns.repo.ts';
import { withChosenTargets } from '../campaigns/chosen-targets.service.ts';
import { generateUid } from '../campaigns/link-keys.service.ts';
import { withAccountLock } from '../offers/offers.service.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { countWaiting, findReplay, insertReplay, type ReplayRow } from './replays.repo.ts';

/** Of one account. */
const WAITING_MAX = 3;

type ReplayBody = ParsedOf<(typeof replaysApi)['create']>['body'];

/** Stores the draft; the worker replays it. Nothing of the campaign changes. */
export async function startReplay(services: Services, caller: Caller, id: number, body: ReplayBody): Promise<Replay> {
  const { start_date: start, end_date: end, settings: draft } = body;
  if (end < start) throw invalidField('end_date', 'ends_before_start');
  if (daysBetween(start, end) >= REPLAY_DAYS_MAX)
    throw invalidField('start_date', { key: 'cost_too_long', values: { max: REPLAY_DAYS_MAX } });
  if (!isTimezone(draft.timezone)) throw invalidField('settings.timezone', 'timezone');
  const timezone = await getTimezone(services.db, caller);
  return withAccountLock(services, caller, async (tx) => {
    const campaign = await findCampaign(tx, caller, id);
    if (!campaign) throw new AppError('not_found');
    if ((await countWaiting(tx, caller.accountId)) >= WAITING_MAX) throw new AppError('export_in_progress');
    const chosen = await withChosenTargets(tx, caller, tidyTargets(draft), campaign.settings);
    const settings = withUids(withoutTargetUrls(chosen), campaign.settings, generateUid);
    const row = await insertReplay(tx, { campaignId: id, settings, startDate: start, endDate: end, timezone });
    await enqueue(tx, 'replay_clicks', { id: row.id });
    return toReplay(row, caller);
  });
}

export async function getReplay({ db }: Services, caller: Caller, id: number): Promise<Replay> {
  const row = await findReplay(db, caller, id);
  if (!row) throw new AppError('not_found');
  return toReplay(row, caller);
}

const toReplay = (row: ReplayRow, { canSeeMoney }: Caller): Replay => ({
  ...{ id: row.id, campaign_id: row.campaignId, state: row.state },
  ...{ start_date: row.startDate, end_date: row.endDate, created_at: row.createdAt.toISOString() },
  report: row.report && { ...row.report, amounts: canSeeMoney ? row.report.amounts : null },
});
