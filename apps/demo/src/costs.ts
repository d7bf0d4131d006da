import { NewCost } from '@poklik/contract/costs';
import { createCosts } from '@poklik/server/features/costs/costs.service';
import { importCosts } from '@poklik/server/features/costs/costs-import.service';
import type { Services } from '@poklik/server/services';
import { costEntries } from '@poklik/server/stores/tables/costs';
import { createCaller, findCampaignIds, OWNER } from './context.ts';
import { BLOGGERS_CAMPAIGN, TELEGRAM_CAMPAIGN } from './media-buyer.ts';

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Weekly bills of a source without a cost in its links, in hryvnias. */
const BILLS = [
  { from: 28, amount: '980.00' },
  { from: 21, amount: '1025.50' },
  { from: 14, amount: '890.00' },
  { from: 7, amount: '1110.25' },
];

/** After the clicks that they price, once. */
export async function addDemoCosts(services: Services): Promise<void> {
  const { db } = services;
  const [telegram, bloggers] = await findCampaignIds(db, [TELEGRAM_CAMPAIGN, BLOGGERS_CAMPAIGN]);
  if (telegram === undefined || bloggers === undefined || (await db.$count(costEntries)) > 0) return;
  const owner = await createCaller(db, OWNER);
  const csv = [
    'campaign_id,start,end,amount,currency,note',
    ...BILLS.map(({ from, amount }) =>
      [telegram, dayAgo(from), dayAgo(from - 6), amount, 'UAH', 'Рахунок Telegram Ads'].join(),
    ),
  ].join('\n');
  await importCosts(services, owner, { csv, dry_run: false });
  const days = { start: dayAgo(30), end: dayAgo(1) };
  const byHand = [
    { ...days, campaign_id: bloggers, amount: '120', currency: 'USD', note: 'Чотири дописи за договором' },
    {
      ...days,
      campaign_id: telegram,
      amount: '9.50',
      currency: 'EUR',
      mode: 'add',
      kind: 'fee',
      note: 'Комісія банку',
    },
  ];
  for (const cost of byHand) await createCosts(services, owner, { entries: [NewCost.parse(cost)], dry_run: false });
}
