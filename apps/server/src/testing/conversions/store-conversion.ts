import type { ClickFacts } from '@poklik/domain/conversions/click-facts';
import type { Services } from '../../services.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';

const CLICK: ClickFacts = {
  version: 1,
  rule: 0,
  destination: 0,
  is_bot: 0,
  language: 'uk',
  device: 'mobile',
  os: 'android',
  browser: 'chrome',
  referrer_host: '',
  traffic_source: '',
  external_id: '',
  subs: Array(10).fill(''),
  cost: '0.00',
  cost_currency: 'USD',
};

const newId = createClickIdGenerator();

interface StoredConversion {
  accountId: number;
  campaignId: number;
  payout?: number;
  transactionId?: string;
  status?: 'pending' | 'approved';
}

/** Inserts a conversion without a postback or a click; returns its ID. */
export async function storeConversion(
  pool: Services['pool'],
  { accountId, campaignId, payout = 5, transactionId = '', status = 'approved' }: StoredConversion,
): Promise<string> {
  const id = newId(Date.now(), campaignId);
  await pool.query(
    `insert into conversions (id, account_id, campaign_id, click_id, type, transaction_id, status, payout_micro,
       currency, payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click)
     values ($1, $2, $3, $1, 'lead', $4, $5, $6, 'USD', $6, 0, '{"","","","",""}', 'postback', now(), now(), 'UA', $7)`,
    [id, accountId, campaignId, transactionId, status, payout * 1_000_000, JSON.stringify(CLICK)],
  );
  return id;
}
