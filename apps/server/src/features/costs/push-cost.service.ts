import { NewCost } from '@poklik/contract/costs';
import { AppError, invalidField } from '@poklik/contract/errors';
import { problemsByField } from '@poklik/contract/issues';
import type { CostUpdate } from '@poklik/contract/keitaro';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { retryTransaction } from '../../stores/retry-transaction.ts';
import { isProblem, readCostEntry } from './cost-entry.service.ts';
import { listCampaignNames, listPushed, lockPushes, requestFold, undoEntry } from './costs.repo.ts';
import { addEntries, createEntryContext } from './costs.service.ts';
import { measureCosts } from './measure-costs.service.ts';

/** Sets what clicks cost. Tools push the sum of the day again and again, so the last push takes the place of the others. */
export async function pushCost(
  services: Pick<Services, 'db' | 'clickhouse' | 'log'>,
  caller: Caller,
  campaignId: number,
  update: CostUpdate,
): Promise<void> {
  const { db } = services;
  const context = await createEntryContext(db, caller, 'keitaro', [campaignId]);
  const campaign = context.campaigns.get(campaignId);
  if (!campaign) throw new AppError('not_found');
  const row = readCostEntry(readUpdate(update, campaign), context);
  if (isProblem(row)) throw invalidField(KEITARO_FIELDS[row.field] ?? row.field, row);
  const measured = await measureCosts(services, [row], context);
  await retryTransaction(db, async (tx) => {
    await lockPushes(tx, campaignId);
    const pushed = await listPushed(tx, row);
    const [id] = await addEntries(tx, caller, [row], measured);
    for (const earlier of pushed) {
      await undoEntry(tx, earlier.id, { undoneById: caller.userId, replacedById: id as number });
      await requestFold(tx, { ...earlier, from: earlier.startsAt, until: earlier.endsAt });
    }
  });
}

/** Campaigns that costs can be pushed to. */
export async function listPushTargets(db: Database, caller: Caller) {
  const campaigns = await listCampaignNames(db, caller);
  return campaigns.map(({ id, key, name, status }) => ({ id, alias: key, name, isActive: status === 'active' }));
}

const KEITARO_FIELDS: Readonly<Record<string, string>> = {
  start: 'start_date',
  end: 'end_date',
  amount: 'cost',
};

/** The same rules as for any other cost entry. */
function readUpdate(update: CostUpdate, campaign: { id: number; settings: { cost_currency: string } }): NewCost {
  const { start_date, end_date, timezone, cost, currency = campaign.settings.cost_currency } = update;
  const parsed = NewCost.safeParse(
    {
      ...{ campaign_id: campaign.id, start: start_date, end: end_date, timezone, amount: String(cost), currency },
      over: update.only_campaign_uniques ? 'uniques' : 'clicks',
      filters: Object.entries(update.filters ?? {}).map(([name, values]) => ({
        dimension: name.replace(/^sub_id_(\d+)$/, 'sub$1'),
        values: [values].flat().map(String),
      })),
    },
    { reportInput: true },
  );
  if (parsed.success) return parsed.data;
  const fields = Object.entries(problemsByField(parsed.error.issues));
  throw new AppError('invalid_request', {
    fields: Object.fromEntries(fields.map(([field, problems]) => [KEITARO_FIELDS[field] ?? field, problems])),
  });
}
