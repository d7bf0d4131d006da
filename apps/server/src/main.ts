import '@poklik/child-processes/ignore-signals';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@poklik/child-processes/free-port';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Config, loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { answerMetricsRequests } from './metrics/gather-metrics.ts';
import { createProcessMetrics, roleOfProcess } from './metrics/process-metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { notifySystemd } from './processes/notify-systemd.ts';
import { findParent, type ParentProcess } from './processes/parent.ts';

const STOP_TIMEOUT_MS = 45_000;
/** The terminal and npm both send Ctrl-C: only a signal later than this is a second request, which forces the exit. */
const SAME_SIGNAL_MS = 2_000;

try {
  const config = await resolvePort(loadConfig());
  const metrics = createProcessMetrics(roleOfProcess(config.roles));
  answerMetricsRequests(metrics);
  // Each role imports only what it needs, so a tracker or ingest process stays small.
  if (config.roles.join() === 'stats') {
    const { runStats } = await import('./roles/stats.ts');
    await serveMetrics(config.metrics, metrics);
    await runStats(config, createLog(config.logLevel, config.logFormat));
  } else await runProgram(config, metrics);
} catch (error) {
  exitWithMessage(error);
}

async function runProgram(config: Config, metrics: Registry): Promise<void> {
  const log = createLog(config.logLevel, config.logFormat);
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;
  /** The first exit code wins. */
  const end = (exitCode: number): Promise<void> => {
    if (!ending) notifySystemd('STOPPING');
    ending ??= closeAll(closers, log).then(() => process.exit(exitCode));
    return ending;
  };
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, 'unexpected failure, shutting down');
    void end(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const parent = findParent(() => void end(0));
  onSignals(parent, (signal) => {
    if (ending) process.exit(1); // Databases recover at the next start.
    log.info({ signal }, 'shutting down');
    void end(0);
  });
  try {
    closers.push(await serveMetrics(config.metrics, metrics));
    if (config.roles.join() === 'tracker') {
      const { runTracker } = await import('./roles/tracker.ts');
      await runTracker(config, { log, closers, metrics, parent });
      return notifySystemd('READY');
    }
    const { runProduct } = await import('./roles/product.ts');
    await runProduct(config, { log, closers, metrics, onFatal: fail });
    notifySystemd('READY');
  } catch (error) {
    if (ending) return;
    log.debug({ err: error }, 'start failed');
    parent?.send({ failed: messageOf(error) });
    ending = closeAll(closers, log).then(() => (parent ? process.exit(1) : exitWithMessage(error)));
    await ending;
  }
}

/** Child processes get the terminal's signals too, but stop when the parent tells them to. */
function onSignals(parent: ParentProcess | undefined, stop: (signal: string) => void): void {
  let signaledAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (parent) return;
      if (signaledAt !== undefined && performance.now() - signaledAt < SAME_SIGNAL_MS) return;
      signaledAt = performance.now();
      stop(signal);
    });
  }
}

async function closeAll(closers: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  const closeEach = async () => {
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'shutdown step failed'));
    }
  };
  await Promise.race([closeEach(), sleep(STOP_TIMEOUT_MS)]);
}

/** PORT=0 takes any free port; emails and links need its number. */
async function resolvePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort();
  const withPort = (url: string) => url.replace(/:0$/, `:${port}`);
  return { ...config, port, publicUrl: withPort(config.publicUrl), trackingUrl: withPort(config.trackingUrl) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function exitWithMessage(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
