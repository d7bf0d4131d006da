import { Logger, run } from 'graphile-worker';
import { accountJobs } from './features/account/account.jobs.ts';
import { authJobs } from './features/auth/auth.jobs.ts';
import { billingJobs, billingSchedule } from './features/billing/billing.jobs.ts';
import { campaignsJobs, campaignsTimes } from './features/campaigns/campaigns.jobs.ts';
import { startConversions } from './features/conversions/conversions.jobs.ts';
import { startOutgoing } from './features/conversions/outgoing.jobs.ts';
import { ledgerJobs, ledgerSchedule } from './features/ledger/ledger.jobs.ts';
import { notificationsJobs } from './features/notifications/notifications.jobs.ts';
import { referralsJobs, referralsSchedule } from './features/referrals/referrals.jobs.ts';
import { retentionJobs, retentionSchedule } from './features/retention/retention.jobs.ts';
import { watchAnalyticsDatabase } from './features/statistics/analytics-database-watcher.ts';
import { statisticsJobs, statisticsSchedule } from './features/statistics/statistics.jobs.ts';
import { quotaJobs, quotaSchedule } from './features/subscriptions/quota.jobs.ts';
import { teamUsersJobs } from './features/team-users/team-users.jobs.ts';
import type { Services } from './services.ts';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Jobs of earlier versions that may still be in the queue: what they were about is sent by `startOutgoing`. */
const retiredJobs: Record<string, (payload: unknown) => Promise<void>> = {
  send_outgoing_postback: async () => undefined,
};

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
    ...retentionJobs(services),
  };
  const times = [
    ...campaignsTimes,
    ...quotaSchedule,
    ...referralsSchedule,
    ...ledgerSchedule,
    ...billingSchedule,
    ...statisticsSchedule,
    ...retentionSchedule,
  ];
  const isPeriodic = (name: string) => times.some((line) => line.endsWith(` ${name}`));
  const start = async (concurrency: number, wanted: (name: string) => boolean, crontab: string) => {
    const own = Object.entries({ ...jobs, ...retiredJobs }).filter(([name]) => wanted(name));
    const runner = await run({
      pgPool: services.queuePool,
      concurrency,
      noHandleSignals: true,
      // Found by notification; the poll only serves retries and what was missed while the database was away.
      pollInterval: 2_000,
      crontab,
      logger: new Logger(() => (level, message) => services.log[LEVELS[level]]({ part: 'queue' }, message)),
      taskList: Object.fromEntries(own.map(([name, job]) => [name, (payload: unknown) => job(payload)])),
    });
    runner.promise.catch((error: unknown) => services.log.error({ err: error }, 'the queue stopped'));
    return runner;
  };
  // Emails never wait for what is done by the clock and may take long.
  const emails = await start(4, (name) => !isPeriodic(name), '');
  const periodic = await start(2, isPeriodic, times.join('\n'));
  const conversions = await startConversions(services);
  const outgoing = await startOutgoing(services);
  const analytics = watchAnalyticsDatabase(services);
  return {
    async stop() {
      await analytics.stop();
      await conversions.stop();
      await outgoing.stop();
      await emails.stop();
      await periodic.stop();
    },
  };
}
