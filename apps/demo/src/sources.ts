import { TrafficSourceBody } from '@poklik/contract/traffic-sources';
import { createSource } from '@poklik/server/features/traffic-sources/traffic-sources.service';
import { type DemoEvent, daysAgo, OWNER } from './context.ts';

export const BLOGGERS = 'Блогери';

/** A template of a customer. */
export const SOURCES: DemoEvent[] = [
  {
    at: daysAgo(95, 14),
    run: async ({ services, as }) => {
      const body = TrafficSourceBody.parse({
        name: BLOGGERS,
        params: [
          { name: 'blogger', macro: '', sub: 'sub1' },
          { name: 'post', macro: '', sub: 'sub2' },
        ],
        notes: 'Одне посилання на допис. Оплата за домовленістю — вносити на вкладці «Витрати».',
      });
      await createSource(services.db, await as(OWNER), body);
    },
  },
];
