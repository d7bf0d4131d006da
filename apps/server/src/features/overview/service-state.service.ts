import { statfs } from 'node:fs/promises';
import { SERVICE_CHECKS, type Service, type ServiceCheck } from '@poklik/contract/overview-service';
import { chartStep } from '@poklik/domain/service/chart-step';
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
import { momentsOf, resolveOverviewDays } from './overview-days.service.ts';
import { countFailedPostbacks, type FiguresStep, getQueue, listFigures, listMemory } from './service-state.repo.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A store that does not answer must not take the rest away. */
const TIMEOUT_MS = 3_000;
/** Listing a bucket costs money. */
const BACKUP_CACHE_MS = 60_000;

interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days in UTC, up to now; the last 24 hours if none are asked for. */
function chartSpan({ from, to }: AskedDays, now: Date): { from: Date; until: Date } {
  if (from === undefined && to === undefined) return { from: new Date(now.getTime() - DAY_MS), until: now };
  const moments = momentsOf(resolveOverviewDays({ from, to }, now));
  const until = new Date(moments.until);
  return { from: new Date(moments.from), until: until < now ? until : now };
}

/** What the processes do now and did in the asked days, and everything the operator should look at. */
export async function getService(services: Services, asked: AskedDays, now: Date): Promise<Service> {
  const { db } = services;
  const since = (ms: number) => new Date(now.getTime() - ms);
  const span = chartSpan(asked, now);
  const stepSeconds = chartStep(span);
  const [steps, lastDay, recent, memory, measured] = await Promise.all([
    listFigures(db, span.from, stepSeconds, span.until),
    listFigures(db, since(DAY_MS), DAY_MS / 1000),
    listFigures(db, since(5 * MINUTE_MS), 10),
    listMemory(db),
    measure(services, now),
  ]);
  const unrecorded = lastDay.length === 0 ? null : lastDay.reduce((sum, step) => sum + step.unrecorded, 0);
  const lastMinute = recent.filter(({ from }) => from * 1000 >= now.getTime() - MINUTE_MS);
  return {
    redirects_per_second: lastMinute.length === 0 ? null : sumRedirects(lastMinute) / 60,
    p99_ms: p99(recent),
    memory,
    checks: toChecks({ ...measured, unrecorded }),
    step_seconds: stepSeconds,
    steps: toSteps(steps, span, stepSeconds),
  };
}

const sumRedirects = (steps: readonly FiguresStep[]): number => steps.reduce((sum, step) => sum + step.redirects, 0);

function p99(steps: readonly FiguresStep[]): number | null {
  const seconds = latencyPercentile(sumBuckets(steps.map(({ latency }) => latency)), 0.99);
  return seconds === null ? null : seconds * 1000;
}

/** Every step that begins in the span, also those without a running process. */
function toSteps(found: readonly FiguresStep[], span: { from: Date; until: Date }, step: number): Service['steps'] {
  const [from, until] = [span.from.getTime() / 1000, span.until.getTime() / 1000];
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.ceil((until - first) / step));
  return Array.from({ length: count }, (_, place) => {
    const start = first + place * step;
    const figures = found.find((each) => each.from === start);
    const seconds = Math.max(1, Math.min(step, until - start));
    return {
      at: new Date(start * 1000).toISOString(),
      redirects_per_second: figures ? figures.redirects / seconds : null,
      p99_ms: figures ? p99([figures]) : null,
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
