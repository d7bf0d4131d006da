import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Period } from './period.ts';

export interface CampaignFigures {
  campaignId: number;
  /** Counted clicks, those of robots among them. */
  clicks: number;
  uniqueClicks: number;
  bots: number;
  excluded: number;
  blocked: number;
  impressions: number;
  /** What clicks and impressions cost, in millionths, by currency. */
  costMicro: Map<string, bigint>;
}

interface ClickRow {
  campaign_id: string;
  verdict: number;
  is_bot: number;
  currency: string;
  clicks: string;
  unique_clicks: string;
  spent: string;
}

interface ImpressionRow {
  campaign_id: string;
  currency: string;
  impressions: string;
  spent: string;
}

/** The figures of campaigns over a period; campaigns without anything in it are left out. */
export async function campaignFigures(
  client: Clickhouse['client'],
  accountId: number,
  question: { campaignIds: readonly number[]; period: Period },
): Promise<CampaignFigures[]> {
  const query_params = { accountId, campaignIds: question.campaignIds, ...question.period };
  const [clicks, impressions] = await Promise.all([
    client.query({ query: CLICKS, query_params, format: 'JSONEachRow' }).then((answer) => answer.json<ClickRow>()),
    client.query({ query: IMPRESSIONS, query_params, format: 'JSONEachRow' }).then((a) => a.json<ImpressionRow>()),
  ]);
  const figures = new Map<number, CampaignFigures>();
  for (const row of clicks) addClicks(figuresOf(figures, row.campaign_id), row);
  for (const row of impressions) {
    const campaign = figuresOf(figures, row.campaign_id);
    campaign.impressions += Number(row.impressions);
    addCost(campaign, row.currency, row.spent);
  }
  return [...figures.values()];
}

const CLICKS = `
  SELECT campaign_id, verdict, is_bot, cost_currency AS currency,
    count() AS clicks, sum(is_unique) AS unique_clicks, toString(sum(spent_micro)) AS spent
  FROM clicks
  WHERE account_id = {accountId:UInt64} AND campaign_id IN {campaignIds:Array(UInt64)}
    AND quarter >= {from:UInt32} AND quarter < {until:UInt32}
  GROUP BY campaign_id, verdict, is_bot, cost_currency`;

const IMPRESSIONS = `
  SELECT campaign_id, cost_currency AS currency, count() AS impressions, toString(sum(cost_micro)) AS spent
  FROM page_events
  WHERE account_id = {accountId:UInt64} AND campaign_id IN {campaignIds:Array(UInt64)}
    AND quarter >= {from:UInt32} AND quarter < {until:UInt32} AND name = 'impression'
  GROUP BY campaign_id, cost_currency`;

function figuresOf(figures: Map<number, CampaignFigures>, id: string): CampaignFigures {
  const campaignId = Number(id);
  const known = figures.get(campaignId);
  if (known) return known;
  const fresh = { clicks: 0, uniqueClicks: 0, bots: 0, excluded: 0, blocked: 0, impressions: 0 };
  const campaign: CampaignFigures = { campaignId, ...fresh, costMicro: new Map() };
  figures.set(campaignId, campaign);
  return campaign;
}

function addClicks(campaign: CampaignFigures, row: ClickRow): void {
  const clicks = Number(row.clicks);
  if (row.verdict === 1) campaign.excluded += clicks;
  else if (row.verdict === 2) campaign.blocked += clicks;
  else {
    campaign.clicks += clicks;
    campaign.uniqueClicks += Number(row.unique_clicks);
    if (row.is_bot === 1) campaign.bots += clicks;
    addCost(campaign, row.currency, row.spent);
  }
}

function addCost(campaign: CampaignFigures, currency: string, spent: string): void {
  if (spent === '0') return;
  campaign.costMicro.set(currency, (campaign.costMicro.get(currency) ?? 0n) + BigInt(spent));
}
