import { BASE_CURRENCY } from '@poklik/contract/money';
import { fromMinor } from '@poklik/domain/money/amount';
import { eventsAllowed, type OverageTerms, termsOf } from '@poklik/domain/tariffs/overage';
import { calendarMonth, levelReached, overQuotaFrom } from '@poklik/domain/tariffs/quota';
import * as z from 'zod/mini';
import type { Services } from '../../../services.ts';
import { countAllEvents, countEventsByQuarter } from '../../../stats/count-events.ts';
import type { Database } from '../../../stores/postgres.ts';
import { enqueue } from '../../../stores/queue.ts';
import { clientOf } from '../../../stores/shards/ask-shards.ts';
import { sendEmail } from '../../emails/emails.service.ts';
import { notifyUser, notifyWithEmail } from '../../notifications/notifications.service.ts';
import { insertBillingNotice } from '../payment-methods/payment-methods.repo.ts';
import { listAgreedByAccount } from './overage.repo.ts';
import { hasQuotaNotice, insertQuotaNotice, listQuotas } from './subscriptions.repo.ts';
import { monthPeriod } from './usage.service.ts';

const QuotaEmail = z.object({
  userId: z.int(),
  kind: z.enum(['quota_80', 'quota_100']),
  values: z.object({ used: z.int(), limit: z.int() }),
});

/**
 * Notifies the owner once per level and month. Links and postbacks keep working over quota;
 * only reports of the excess are locked.
 */
export const quotaJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  check_quotas: async () => {
    const { db, clickhouse, log } = services;
    const now = new Date();
    const events = await countAllEvents(clickhouse, monthPeriod(now));
    const agreed = await listAgreedByAccount(db, calendarMonth(now).month);
    for (const { overagePriceMinor, ...account } of await listQuotas(db)) {
      try {
        const used = events.get(account.accountId) ?? 0;
        const terms = termsOf(agreed.get(account.accountId) ?? null, overagePriceMinor);
        if (terms) await announceOverage(db, account, { used, terms, now });
        const eventsLimit = eventsAllowed(account.eventsLimit, terms);
        await checkQuota(services, { ...account, eventsLimit }, { used, now });
      } catch (error) {
        // A failure must not stop the other accounts.
        log.error({ err: error, account: account.accountId }, 'quota check failed');
      }
    }
  },
  send_quota: async (payload) => {
    const { userId, ...email } = QuotaEmail.parse(payload);
    await sendEmail(services, userId, { ...email, screen: 'tariffs' });
  },
});

/** Once a month, when the first event above the plan costs something. */
async function announceOverage(
  db: Database,
  { accountId, userId, eventsLimit }: { accountId: number; userId: number; eventsLimit: number | null },
  { used, terms, now }: { used: number; terms: OverageTerms; now: Date },
): Promise<void> {
  if (eventsLimit === null || used <= eventsLimit) return;
  await db.transaction(async (tx) => {
    if (!(await insertBillingNotice(tx, accountId, `overage:${calendarMonth(now).month}`))) return;
    const values = {
      ...{ limit: eventsLimit, price: fromMinor(terms.priceMinor), cap: fromMinor(terms.capMinor) },
      currency: BASE_CURRENCY,
    };
    await notifyWithEmail(tx, { id: userId, accountId }, 'overage_started', values, 'tariffs');
  });
}

interface QuotaOfAccount {
  accountId: number;
  userId: number;
  /** With the events that the account pays for above its plan. */
  eventsLimit: number | null;
  since: Date | null;
}

async function checkQuota(
  services: Services,
  { accountId, userId, eventsLimit, since }: QuotaOfAccount,
  { used, now }: { used: number; now: Date },
): Promise<void> {
  const { db } = services;
  const level = levelReached(used, eventsLimit);
  if (level === null || eventsLimit === null) return;
  const notice = { accountId, month: calendarMonth(now).month, level, eventsLimit };
  if (await hasQuotaNotice(db, notice)) return;
  const lockedFrom = level === 100 ? await findOverQuotaStart(services, { accountId, eventsLimit, since }, now) : null;
  await db.transaction(async (tx) => {
    if (!(await insertQuotaNotice(tx, { ...notice, lockedFrom }))) return;
    const kind = `quota_${level}` as const;
    const values = { used, limit: eventsLimit };
    await notifyUser(tx, { id: userId, accountId }, kind, values);
    await enqueue(tx, 'send_quota', { userId, kind, values });
  });
}

/** When the account went over its limit this month, but never before the limit applied. */
async function findOverQuotaStart(
  { clickhouse }: Services,
  { accountId, eventsLimit, since }: { accountId: number; eventsLimit: number; since: Date | null },
  now: Date,
): Promise<Date | null> {
  const client = await clientOf(clickhouse, accountId);
  const quarters = await countEventsByQuarter(client, { period: monthPeriod(now), accountId });
  const exceededAt = overQuotaFrom(quarters, eventsLimit);
  if (exceededAt === null) return null;
  const at = new Date(exceededAt * 1000);
  return since !== null && since > at ? since : at;
}

/** Cron expressions. */
export const quotaSchedule = ['7,22,37,52 * * * * check_quotas'];
