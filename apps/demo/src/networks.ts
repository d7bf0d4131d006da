import type { ConversionStatus } from '@poklik/contract/campaigns';
import { NetworkBody } from '@poklik/contract/networks';
import { createNetwork } from '@poklik/server/features/networks/networks.service';
import type { Database } from '@poklik/server/stores/postgres';
import { networks } from '@poklik/server/stores/tables/networks';
import { type DemoEvent, daysAgo, OWNER } from './context.ts';

export type DemoNetwork = typeof networks.$inferSelect;

export const SHOPS = 'Admitad';
export const COURSES = 'MyLead';
const SILENT_DAYS = 3;
const DAY_MS = 86_400_000;

const addNetwork = (days: number, body: NetworkBody): DemoEvent => ({
  at: daysAgo(days, 12),
  run: async ({ services, as }) => createNetwork(services.db, await as(OWNER), NetworkBody.parse(body)),
});

/** Before the campaigns that name them. */
export const NETWORKS: DemoEvent[] = [
  addNetwork(96, { name: SHOPS, template: 'admitad', notes: 'Менеджер: Юлія, відповідає щодня до 18:00.' }),
  addNetwork(95, { name: COURSES, template: 'mylead', default_currency: 'EUR' }),
];

/** From then on the network reports nothing. */
export const silentSince = ({ name }: DemoNetwork): number =>
  name === COURSES ? Date.now() - SILENT_DAYS * DAY_MS : Number.POSITIVE_INFINITY;

export const listNetworks = async (db: Database): Promise<Map<number, DemoNetwork>> =>
  new Map((await db.select().from(networks)).map((network) => [network.id, network]));

export interface DemoReport {
  clickId: string;
  status: ConversionStatus;
  payout: string;
  type: string;
  transactionId: string;
}

/** What the network sends to its address, in its own words. */
export function networkQuery(
  { mapping, defaultCurrency }: DemoNetwork,
  { clickId, status, payout, type, transactionId }: DemoReport,
): string {
  const word = mapping.statuses.find((known) => known.status === status)?.word ?? status;
  const currency = defaultCurrency ?? 'USD';
  return new URLSearchParams({ cid: clickId, payout, currency, status: word, txid: transactionId, type }).toString();
}

/** What an advertiser sends to the address of a campaign. */
export const campaignQuery = (key: string, { clickId, status, payout, type, transactionId }: DemoReport): string =>
  `cid=${clickId}&status=${status}&payout=${payout}&type=${type}&txid=${transactionId}&key=${key}`;
