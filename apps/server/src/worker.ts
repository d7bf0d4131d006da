import { Logger, run } from 'graphile-worker';
import { accountJobs } from './features/account/account.jobs.ts';
import { authJobs } from './features/auth/auth.jobs.ts';
import { backupsJobs, backupsSchedule } from './features/backups/backups.jobs.ts';
import { startLogArchive } from './features/backups/backups.service.ts';
import { billingJobs, billingSchedule } from './features/billing/billing.jobs.ts';
import { quotaJobs, quotaSchedule } from './features/billing/subscriptions/quota.jobs.ts';
import { CAMPAIGN_ALERTS_SCHEDULE, campaignAlertsJobs } from './features/campaign-alerts/campaign-alerts.jobs.ts';
import { campaignsJobs, campaignsSchedule } from './features/campaigns/campaigns.jobs.ts';
import { startCertificateOrders } from './features/certificates/certificates.jobs.ts';
import { startConversionLoops } from './features/conversions/conversions.jobs.ts';
import { startOutgoingPostbacks } from './features/conversions/outgoing/outgoing.jobs.ts';
import { costsJobs, costsSchedule, startCostFolds } from './features/costs/costs.jobs.ts';
import { currencyRatesJobs, currencyRatesSchedule } from './features/currency-rates/currency-rates.jobs.ts';
import { CUSTOMERS_SCHEDULE, customersJobs } from './features/customers/customers.jobs.ts';
import { startDomainChecks } from './features/domains/domains.jobs.ts';
import { LEARNING_SCHEDULE, learningJobs } from './features/learning/learning.jobs.ts';
import { startLinkChecks } from './features/link-checks/link-checks.jobs.ts';
import { NETWORKS_SCHEDULE, networksJobs } from './features/networks/networks.jobs.ts';
import { notificationsJobs } from './features/notifications/notifications.jobs.ts';
import { OVERVIEW_SCHEDULE, overviewJobs } from './features/overview/overview.jobs.ts';
import { startEventCounting } from './features/page-events/page-events.jobs.ts';
import { replaysJobs, replaysSchedule } from './features/replays/replays.jobs.ts';
import { retentionJobs, retentionSchedule } from './features/retention/retention.jobs.ts';
import { statisticsJobs, statisticsSchedule } from './features/statistics/statistics.jobs.ts';
import { watchAnalyticsDatabase } from './features/statistics/watch-analytics-database.service.ts';
import { teamUsersJobs } from './features/team-users/team-users.jobs.ts';
import type { Services } from './services.ts';
import { enqueue } from './stores/queue.ts';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Jobs of earlier versions that may still be queued; `startOutgoing` sends their postbacks now. */
const retiredJobs: Record<string, (payload: unknown) => Promise<void>> = {
  send_outgoing_postback: async () => undefined,
};

/** Runs queued and scheduled jobs, and retries the failed ones. */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const jobs = {
    ...accountJobs(services),
    ...authJobs(services),
    ...teamUsersJobs(services),
    ...campaignsJobs(services),
    ...quotaJobs(services),
    ...notificationsJobs(services),
    ...billingJobs(services),
    ...statisticsJobs(services),
    ...retentionJobs(services),
    ...backupsJobs(services),
    ...currencyRatesJobs(services),
    ...costsJobs(services),
    ...networksJobs(services),
    ...campaignAlertsJobs(services),
    ...learningJobs(services),
    ...replaysJobs(services),
    ...customersJobs(services),
    ...overviewJobs(services),
  };
  const schedules = [
    ...campaignsSchedule,
    ...quotaSchedule,
    ...billingSchedule,
    ...statisticsSchedule,
    ...retentionSchedule,
    ...backupsSchedule(services.config.backups),
    ...currencyRatesSchedule(services.config),
    ...costsSchedule,
    ...NETWORKS_SCHEDULE,
    ...CAMPAIGN_ALERTS_SCHEDULE,
    ...LEARNING_SCHEDULE,
    ...replaysSchedule,
    ...CUSTOMERS_SCHEDULE,
    ...OVERVIEW_SCHEDULE,
  ];
  const isPeriodic = (name: string) => schedules.some((line) => line.endsWith(` ${name}`));
  const start = async (concurrency: number, isHandled: (name: string) => boolean, crontab: string) => {
    const own = Object.entries({ ...jobs, ...retiredJobs }).filter(([name]) => isHandled(name));
    const runner = await run({
      pgPool: services.queuePool,
      concurrency,
      noHandleSignals: true,
      // Jobs are found by notification; polling only serves retries and notifications missed while disconnected.
      pollInterval: 2_000,
      crontab,
      logger: new Logger(() => (level, message) => services.log[LEVELS[level]]({ part: 'queue' }, message)),
      taskList: Object.fromEntries(own.map(([name, job]) => [name, (payload: unknown) => job(payload)])),
    });
    runner.promise.catch((error: unknown) => services.log.error({ err: error }, 'job queue stopped'));
    return runner;
  };
  if (services.config.ratesSource.length > 0) await enqueue(services.db, 'update_rates', {});
  const loops = [
    // Emails never wait for scheduled jobs, which may take long.
    await start(4, (name) => !isPeriodic(name), ''),
    await start(2, isPeriodic, schedules.join('\n')),
    await startConversionLoops(services),
    startEventCounting(services),
    await startCostFolds(services),
    await startOutgoingPostbacks(services),
    startDomainChecks(services),
    startLinkChecks(services),
    await startCertificateOrders(services),
    startLogArchive(services),
    watchAnalyticsDatabase(services),
  ];
  return {
    async stop() {
      for (const loop of loops.toReversed()) await loop.stop();
    },
  };
}
