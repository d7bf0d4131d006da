import { Gauge, type Registry } from 'prom-client';
import { listBackupIds } from '../../backup/list-backups.ts';
import { readLogArchive } from '../../backup/log-archive.ts';
import { timeOfBackup } from '../../backup/manifest.ts';
import { openTarget } from '../../backup/targets/open-target.ts';
import type { Services } from '../../services.ts';
import { getLedgerHealth } from '../billing/billing.service.ts';
import { getFreshness } from '../statistics/freshness.service.ts';
import { findLastCheck } from '../statistics/statistics.repo.ts';
import { countDomains, countJobs, findFirstExpiry } from './metrics.repo.ts';

type Sources = Pick<Services, 'db' | 'clickhouse' | 'config'>;

/** A store that does not answer must not take the other metrics away. */
const TIMEOUT_MS = 3_000;
/** Listing a bucket costs money. */
const BACKUP_INTERVAL_MS = 60_000;

/** Metrics that are read from the stores when they are asked for. Unknown ones are left out. */
export function registerDatabaseMetrics(registry: Registry, { db, clickhouse, config }: Sources): void {
  const registers = [registry];
  new Gauge({
    name: 'poklik_queue_jobs',
    help: 'Jobs by task and state.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      const counts = await orUndefined(countJobs(db));
      for (const { queue, state, jobs } of counts ?? []) this.set({ queue, state }, jobs);
    },
  });
  new Gauge({
    name: 'poklik_domains',
    help: 'Tracking domains by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      for (const { status, domains } of (await orUndefined(countDomains(db))) ?? []) this.set({ status }, domains);
    },
  });
  new Gauge({
    name: 'poklik_books_differences',
    help: 'Differences found by the latest nightly check of the ledger and of statistics.',
    labelNames: ['check'],
    registers,
    async collect() {
      this.reset();
      const [ledger, statistics] = await Promise.all([
        orUndefined(getLedgerHealth(db)),
        orUndefined(findLastCheck(db)),
      ]);
      if (ledger && ledger.status !== 'unknown') this.set({ check: 'ledger' }, ledger.findings);
      if (statistics) this.set({ check: 'statistics' }, statistics.differences.length);
    },
  });
  new Gauge({
    name: 'poklik_event_log_lag_seconds',
    help: 'How long ago the time is up to which statistics are complete.',
    registers,
    async collect() {
      this.remove();
      const freshness = await orUndefined(getFreshness({ db, clickhouse }));
      if (freshness?.completeUntil) this.set(Math.max(0, (Date.now() - freshness.completeUntil.getTime()) / 1000));
    },
  });
  if (config.acme)
    new Gauge({
      name: 'poklik_certificate_earliest_expiry_timestamp_seconds',
      help: 'When the first of the served certificates expires.',
      aggregator: 'min',
      registers,
      async collect() {
        this.remove();
        const expiry = await orUndefined(findFirstExpiry(db));
        if (expiry) this.set(expiry.getTime() / 1000);
      },
    });
  if (config.backups.to !== undefined) registerBackupMetrics(registry, config.backups);
}

function registerBackupMetrics(registry: Registry, settings: Services['config']['backups']): void {
  const target = openTarget(settings);
  const register = (name: string, help: string, readTime: () => Promise<number>) => {
    let readAt = Number.NEGATIVE_INFINITY;
    new Gauge({
      ...{ name, help, aggregator: 'max', registers: [registry] },
      async collect() {
        if (performance.now() - readAt < BACKUP_INTERVAL_MS) return;
        this.remove();
        const time = await orUndefined(readTime());
        if (time === undefined) return;
        readAt = performance.now();
        this.set(time / 1000);
      },
    });
  };
  register(
    'poklik_backup_last_success_timestamp_seconds',
    'When the latest complete backup was started; 0 if there is none.',
    async () => {
      const latest = listBackupIds(await target.list()).at(-1);
      return latest === undefined ? 0 : timeOfBackup(latest).getTime();
    },
  );
  register(
    'poklik_log_archive_timestamp_seconds',
    'Up to when clicks and postbacks are archived with the backups; 0 if none are.',
    async () => Date.parse((await readLogArchive(target))?.startedAt ?? '') || 0,
  );
}

async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  });
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
