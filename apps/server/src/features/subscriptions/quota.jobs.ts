import { levelReached, monthOf } from '@poklik/domain/tariffs/quota';
import * as z from 'zod/mini';
import type { Services } from '../../services.ts';
import { eventsOfAccounts } from '../../stats/events-of-accounts.ts';
import { enqueue } from '../../stores/queue.ts';
import { writeTo } from '../letters/letters.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { heldSince } from './held-reports.service.ts';
import { isNoted, listQuotas, noteQuota } from './subscriptions.repo.ts';
import { periodOfMonth } from './usage.ts';

const QuotaLetter = z.object({
  userId: z.int(),
  kind: z.enum(['quota_80', 'quota_100']),
  values: z.object({ used: z.int(), limit: z.int() }),
});

/**
 * Who nears or passes the limit of events hears of it once per level and month. Links and postbacks never stop for it;
 * only the reports of what exceeds the limit wait.
 */
export const quotaJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  check_quotas: async () => {
    const { db, clickhouse } = services;
    const now = new Date();
    const { month } = monthOf(now);
    const events = await eventsOfAccounts(clickhouse.client, { period: periodOfMonth(now) });
    for (const { accountId, userId, eventsLimit, since } of await listQuotas(db)) {
      const used = events.get(accountId) ?? 0;
      const level = levelReached(used, eventsLimit);
      if (level === null || eventsLimit === null) continue;
      const notice = { accountId, month, level, eventsLimit };
      if (await isNoted(db, notice)) continue;
      const heldFrom = level === 100 ? await heldSince(services, { accountId, eventsLimit, since }, now) : null;
      await db.transaction(async (tx) => {
        if (!(await noteQuota(tx, { ...notice, heldFrom }))) return;
        const kind = `quota_${level}` as const;
        const values = { used, limit: eventsLimit };
        await notify(tx, { id: userId, accountId }, kind, values);
        await enqueue(tx, 'send_quota', { userId, kind, values });
      });
    }
  },
  send_quota: async (payload) => {
    const { userId, ...letter } = QuotaLetter.parse(payload);
    await writeTo(services, userId, { ...letter, screen: 'tariffs' });
  },
});

/** Four times an hour, in the form of cron. */
export const quotaTimes = ['7,22,37,52 * * * * check_quotas'];
