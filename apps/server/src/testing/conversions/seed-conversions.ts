import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';
import { fresh } from '../access/row.ts';
import { insertCampaign } from '../access/traffic/campaign-rows.ts';
import type { TestApp } from '../test-app.ts';
import { storeConversion } from './store-conversion.ts';

const DAY_MS = 86_400_000;
const newId = createClickIdGenerator();

const newCampaign = (product: TestApp, accountId: number) =>
  insertCampaign(product, accountId, { name: `Campaign ${fresh()}`, default_url: 'https://shop.example' });

/** Inserted directly, without a login. */
export async function insertConversion(product: TestApp, accountId: number, campaign?: string): Promise<string> {
  const campaignId = Number(campaign ?? (await newCampaign(product, accountId)));
  return storeConversion(product.services.pool, { accountId, campaignId });
}

/** So old that its click is no longer searched. */
export async function insertPostback(product: TestApp, accountId: number, campaign?: string): Promise<string> {
  const campaignId = campaign ?? (await newCampaign(product, accountId));
  const id = newId(Date.now() - 3 * DAY_MS, Number(campaignId));
  const fields = {
    status: '',
    payout: '5',
    currency: '',
    transactionId: '',
    type: 'lead',
    params: Array(5).fill(''),
    isTrusted: true,
  };
  await product.services.pool.query(
    `insert into postbacks (id, account_id, campaign_id, click_id, source, method, ip, raw_query, fields, received_at,
       shipped_at, verdict)
     values ($1, $2, $3, $1, 'postback', 'GET', '192.0.2.1', 'cid=x', $4, now() - interval '2 days',
       now() - interval '2 days', 'unknown_click')`,
    [id, accountId, campaignId, JSON.stringify(fields)],
  );
  return id;
}
