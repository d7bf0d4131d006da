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
];
