import { Logger, run } from 'graphile-worker';
import { accountJobs } from './features/account/account.jobs.ts';
import { authJobs } from './features/auth/auth.jobs.ts';
import { billingJobs, billingTimes } from './features/billing/billing.jobs.ts';
import { campaignsJobs, campaignsTimes } from './features/campaigns/campaigns.jobs.ts';
import { startConversions } from './features/conversions/conversions.jobs.ts';
import { outgoingJobs } from './features/conversions/outgoing.ts';
import { ledgerJobs, ledgerTimes } from './features/ledger/ledger.jobs.ts';
import { notificationsJobs } from './features/notifications/notifications.jobs.ts';
import { referralsJobs, referralsTimes } from './features/referrals/referrals.jobs.ts';
import { statisticsJobs, statisticsTimes } from './features/statistics/statistics.jobs.ts';
import { quotaJobs, quotaTimes } from './features/subscriptions/quota.jobs.ts';
import { teamUsersJobs } from './features/team-users/team-users.jobs.ts';
import type { Services } from './services.ts';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Does what was put into the queue and what the clock says, and again if it fails. */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const jobs = {
    ...accountJobs(services),
    ...authJobs(services),
    ...teamUsersJobs(services),
    ...campaignsJobs(services),
    ...quotaJobs(services),
    ...notificationsJobs(services),
    ...referralsJobs(services),
    ...ledgerJobs(services),
    ...billingJobs(services),
    ...statisticsJobs(services),
    ...outgoingJobs(services),
  };
  const runner = await run({
    pgPool: services.queuePool,
    concurrency: 4,
    noHandleSignals: true,
    // Found by notification; the poll only serves retries and what was missed while the database was away.
    pollInterval: 2_000,
    crontab: [
      ...campaignsTimes,
      ...quotaTimes,
      ...referralsTimes,
      ...ledgerTimes,
      ...billingTimes,
      ...statisticsTimes,
    ].join('\n'),
    logger: new Logger(() => (level, message) => services.log[LEVELS[level]]({ part: 'queue' }, message)),
    taskList: Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => job(payload)])),
  });
  runner.promise.catch((error: unknown) => services.log.error({ err: error }, 'the queue stopped'));
  const conversions = await startConversions(services);
  return {
    async stop() {
      await conversions.stop();
      await runner.stop();
    },
  };
}
