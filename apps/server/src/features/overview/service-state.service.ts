import { statfs } from 'node:fs/promises';
import { SERVICE_CHECKS, type Service, type ServiceCheck } from '@poklik/contract/overview-service';
import { checkState } from '@poklik/domain/service/check-state';
import { latencyPercentile, sumBuckets } from '@poklik/domain/service/latency-histogram';
import { listBackupIds } from '../../backup/list-backups.ts';
import { timeOfBackup } from '../../backup/manifest.ts';
import { openTarget } from '../../backup/targets/open-target.ts';
import type { Config } from '../../config.ts';
import { findEarliestExpiry } from '../../metrics/certificate-expiry.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { findFirstExpiry } from '../metrics/metrics.repo.ts';
import { getFreshness } from '../statistics/freshness.service.ts';
import { countFailedPostbacks, type FiguresStep, getQueue, listFigures, listMemory } from './service-state.repo.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STEP_SECONDS = 900;
/** A store that does not answer must not take the rest away. */
const TIMEOUT_MS = 3_000;
/** Listing a bucket costs money. */
const BACKUP_CACHE_MS = 60_000;

/** What the processes do now and did in the last day, and everything the operator should look at. */
export async function getService(services: Services, now: Date): Promise<Service> {
  const { db } = services;
  const since = (ms: number) => new Date(now.getTime() - ms);
  const [steps, recent, memory, measured] = await Promise.all([
    listFigures(db, since(DAY_MS), STEP_SECONDS),
    listFigures(db, since(5 * MINUTE_MS), 10),
    listMemory(db),
    measure(services, now),
  ]);
  const unrecorded = steps.length === 0 ? null : steps.reduce((sum, step) => sum + step.unrecorded, 0);
  const lastMinute = recent.filter(({ from }) => from * 1000 >= now.getTime() - MINUTE_MS);
  return {
    redirects_per_second: lastMinute.length === 0 ? null : sumRedirects(lastMinute) / 60,
    p99_ms: p99(recent),
    memory,
    checks: toChecks({ ...measured, unrecorded }),
    steps: toSteps(steps, now),
  };
}

const sumRedirects = (steps: readonly FiguresStep[]): number => steps.reduce((sum, step) => sum + step.redirects, 0);

function p99(steps: readonly FiguresStep[]): number | null {
  const seconds = latencyPercentile(sumBuckets(steps.map(({ latency }) => latency)), 0.99);
  return seconds === null ? null : seconds * 1000;
}

/** Every quarter of an hour, also those without a running process. */
function toSteps(found: readonly FiguresStep[], now: Date): Service['steps'] {
  const last = Math.floor(now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS;
  const count = DAY_MS / 1000 / STEP_SECONDS;
  return Array.from({ length: count }, (_, place) => {
    const from = last - (count - 1 - place) * STEP_SECONDS;
    const step = found.find((each) => each.from === from);
    const seconds = from === last ? Math.max(1, now.getTime() / 1000 - from) : STEP_SECONDS;
    return {
      at: new Date(from * 1000).toISOString(),
      redirects_per_second: step ? step.redirects / seconds : null,
      p99_ms: step ? p99([step]) : null,
    };
  });
}

type Measured = Partial<Record<ServiceCheck, number | null>> & { dueJobs: number | null };

async function measure(services: Services, now: Date): Promise<Measured> {
  const { db, config } = services;
  const secondsSince = (time: Date | null | undefined) => (time ? (now.getTime() - time.getTime()) / 1000 : null);
  const [freshness, queue, failed, disk, expiry, backup] = await Promise.all([
    orNull(getFreshness(services)),
    orNull(getQueue(db)),
    orNull(countFailedPostbacks(db)),
    orNull(getFreeShare(config.dataDir)),
    orNull(findExpiry(db, config)),
    orNull(findLastBackup(config.backups)),
  ]);
  const lag = secondsSince(freshness?.completeUntil);
  const left = secondsSince(expiry);
  return {
    event_log_lag: lag === null ? null : Math.max(0, lag),
    queue: queue?.oldestSeconds ?? null,
    failed_postbacks: failed,
    disk,
    ...(config.acme || config.https ? { certificates: left === null ? null : -left } : {}),
    backup: secondsSince(backup),
    dueJobs: queue?.due ?? null,
  };
}

/** In their order, without those that this installation has not. */
const toChecks = ({ dueJobs, ...values }: Measured): Service['checks'] =>
  SERVICE_CHECKS.flatMap((check) => {
    const value = values[check];
    if (value === undefined) return [];
    return [{ check, value, state: checkState(check, value), count: check === 'queue' ? dueJobs : null }];
  });

/** The part of the disk that is free for the logs. */
async function getFreeShare(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder);
  return bavail / blocks;
}

async function findExpiry(db: Database, { https }: Config): Promise<Date | null> {
  const own = https?.certificateFolder === undefined ? undefined : await findEarliestExpiry(https.certificateFolder);
  const ordered = await findFirstExpiry(db);
  const times = [own, ordered?.getTime()].filter((time) => time !== undefined);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

let lastBackup: { to: string; readAt: number; time: Promise<Date | null> } | undefined;

function findLastBackup(settings: Config['backups']): Promise<Date | null> {
  const { to } = settings;
  if (to === undefined) return Promise.resolve(null);
  const name = JSON.stringify(to);
  if (lastBackup?.to !== name || performance.now() - lastBackup.readAt > BACKUP_CACHE_MS) {
    const read = async () => {
      const latest = listBackupIds(await openTarget(settings).list()).at(-1);
      return latest === undefined ? null : timeOfBackup(latest);
    };
    lastBackup = { to: name, readAt: performance.now(), time: read() };
  }
  return lastBackup.time;
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timer));
}
