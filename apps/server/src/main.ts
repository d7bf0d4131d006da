import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { freePort } from './stores/free-port.ts';

const STOP_PATIENCE_MS = 45_000;

try {
  const config = await settlePort(loadConfig());
  // Each role brings only what it needs: a tracker or a statistics process on its own stays small.
  if (config.roles.join() === 'stats') {
    const { runStats } = await import('./roles/stats.ts');
    await runStats(config, createLog(config.logLevel));
  } else await runProgram(config);
} catch (error) {
  endWith(error);
}

async function runProgram(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;
  /** The first reason to end is the one that counts; what comes while ending is only noted. */
  const end = (exitCode: number): Promise<void> => {
    ending ??= closeAll(closers, log).then(() => process.exit(exitCode));
    return ending;
  };
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, 'the program ends');
    void end(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1); // asked twice: at once. The stores recover at the next start.
      log.info({ signal }, 'stopping');
      void end(0);
    });
  }
  try {
    if (config.roles.join() === 'tracker') {
      const { runTracker } = await import('./roles/tracker.ts');
      return await runTracker(config, log, closers);
    }
    const { runProduct } = await import('./roles/product.ts');
    await runProduct(config, { log, closers, onFatal: fail });
  } catch (error) {
    if (ending) return;
    log.debug({ err: error }, 'the start failed');
    ending = closeAll(closers, log).then(() => endWith(error));
    await ending;
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

/** PORT=0 asks for any free port; letters and links need to know which one. */
async function settlePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort();
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

function endWith(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
