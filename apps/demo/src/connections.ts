import { ConnectionBody } from '@poklik/contract/connections';
import { createConnection } from '@poklik/server/features/connections/connections.service';
import { type DemoEvent, daysAgo, OWNER } from './context.ts';

/** Off, because the demo sends nothing to anybody. */
export const CONNECTIONS: DemoEvent[] = [
  {
    at: daysAgo(70, 12),
    run: async ({ services, as }) => {
      const body = ConnectionBody.parse({
        name: 'Основний піксель',
        platform: 'meta',
        account: '1234567890123456',
        events: [
          { type: 'lead', event: 'Lead' },
          { type: 'deposit', event: 'Purchase' },
        ],
        is_active: false,
        credentials: { access_token: 'demo' },
      });
      await createConnection(services, await as(OWNER), body);
    },
  },
  {
    at: daysAgo(40, 15),
    run: async ({ services, as }) => {
      const body = ConnectionBody.parse({
        name: 'Пошук Bing',
        platform: 'microsoft',
        account: '180012345',
        manager_account: '250067890',
        client_id: '6f1c0c6e-2f0b-4d1c-9a52-5b0c8f6f7a10',
        events: [{ type: 'deposit', event: 'Deposit' }],
        is_active: false,
        credentials: { developer_token: 'demo', client_secret: 'demo', refresh_token: 'demo' },
      });
      await createConnection(services, await as(OWNER), body);
    },
  },
];
