import './processes/outlive-signals.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { findParent, type Parent } from './processes/parent.ts';
import { freePort } from './stores/free-port.ts';

const STOP_PATIENCE_MS = 45_000;
/**
 * Ctrl-C reaches the program from the terminal and once more through npm, which passes it on: only what comes later
 * than this was meant as "at once".
 */
const SAME_SIGNAL_MS = 2_000;

try {
  const config = await settlePort(loadConfig());
  // Each role brings only what it needs: a tracker or a statistics process on its own stays small.
  if (config.roles.join() === 'stats') {
    const { runStats } = await import('./roles/stats.ts');
    await runStats(config, createLog(config.logLevel, config.logFormat));
  } else await runProgram(config);
} catch (error) {
  endWith(error);
}

async function runProgram(config: Config): Promise<void> {
  const log = createLog(config.logLevel, config.logFormat);
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;
  /** The first reason to end is the one that counts; what comes while ending is only noted. */
  const end = (exitCode: number): Promise<void> => {
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
    if (ending) process.exit(1); // The stores recover at the next start.
    log.info({ signal }, 'shutting down');
    void end(0);
  });
  try {
    if (config.roles.join() === 'tracker') {
      const { runTracker } = await import('./roles/tracker.ts');
      return await runTracker(config, log, closers, parent);
    }
    const { runProduct } = await import('./roles/product.ts');
    await runProduct(config, { log, closers, onFatal: fail });
  } catch (error) {
    if (ending) return;
    log.debug({ err: error }, 'start failed');
    parent?.tell({ failed: messageOf(error) });
    ending = closeAll(closers, log).then(() => (parent ? process.exit(1) : endWith(error)));
    await ending;
  }
}

/** A process that the program started hears the terminal too, but goes when the program says so. */
function onSignals(parent: Parent | undefined, stop: (signal: string) => void): void {
  let askedAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (parent) return;
      if (askedAt !== undefined && performance.now() - askedAt < SAME_SIGNAL_MS) return;
      askedAt = performance.now();
      stop(signal);
    });
  }
}

async function closeAll(closers: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  const everything = async () => {
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'a part could not be closed'));
    }
  };
  await Promise.race([everything(), sleep(STOP_PATIENCE_MS)]);
}

/** PORT=0 asks for any free port; emails and links need to know which one. */
async function settlePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort();
  const settled = (url: string) => url.replace(/:0$/, `:${port}`);
  return { ...config, port, publicUrl: settled(config.publicUrl), trackingUrl: settled(config.trackingUrl) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function endWith(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
