import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { seedDemoHistory } from './demo/demo-history.ts';
import { seedDemo } from './demo/demo-people.ts';
import { sendDemoVisitors } from './demo/demo-visitors.ts';
import { ensureOperator } from './features/auth/auth.service.ts';
import { passwordHasher } from './features/auth/passwords.ts';
import { setUpLink } from './features/auth/set-up-link.ts';
import { shipGuides } from './features/instructions/shipped-guides.ts';
import { createLog } from './log.ts';
import { openServices } from './roles/open-services.ts';
import { runStats } from './roles/stats.ts';
import { openTracker, runTracker, serveTracker } from './roles/tracker.ts';
import type { Services } from './services.ts';
import { freePort } from './stores/free-port.ts';
import type { Tracker } from './tracking/tracker.ts';
import { startWorker } from './worker.ts';

const REQUEST_PATIENCE_MS = 10_000;
const STOP_PATIENCE_MS = 45_000;

try {
  const config = await settlePort(loadConfig());
  if (config.roles.join() === 'stats') await runStats(config, createLog(config.logLevel));
  else await runProgram(config);
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
    if (config.roles.join() === 'tracker') return await runTracker(config, log, closers);
    const services = await openServices(config, { log, closers, onFatal: fail });
    if (config.roles.includes('worker')) {
      const worker = await startWorker(services);
      closers.push(() => worker.stop());
    }
    const tracker = config.roles.includes('tracker') ? await openTracker(services, closers) : undefined;
    if (config.roles.includes('api')) await serve(services, closers, tracker);
    else if (tracker) await serveTracker(tracker, config, closers);
  } catch (error) {
    if (ending) return;
    log.debug({ err: error }, 'the start failed');
    ending = closeAll(closers, log).then(() => endWith(error));
    await ending;
  }
}

async function serve(
  services: Services,
  closers: (() => Promise<unknown>)[],
  tracker: Tracker | undefined,
): Promise<void> {
  const { config } = services;
  const passwords = passwordHasher(config.passwordCost);
  if (config.superAdmin) await ensureOperator(services, passwords, config.superAdmin);
  if (config.demo) await seedDemo(services, passwords);
  await shipGuides(services.db);
  const app = await createApp(services, undefined, tracker);
  closers.push(() => finishRequests(app));
  await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' || error.code === 'EACCES'
      ? new Error(`Port ${config.port} cannot be used (${error.code}). Set PORT to another one.`)
      : error;
  });
  if (config.demo) playDemo(services, closers);
  const link = await setUpLink(services);
  process.stdout.write(`${config.appName} is ready: ${config.publicUrl}\n`);
  if (link) process.stdout.write(`Create the account of the operator, once: ${link}\n`);
}

/** Behind everything else: nobody waits for it. */
function playDemo(services: Services, closers: (() => Promise<unknown>)[]): void {
  const over = new AbortController();
  closers.push(async () => over.abort());
  const show = async () => {
    await seedDemoHistory(services, over.signal);
    await sendDemoVisitors(services, over.signal);
  };
  show().catch((error: unknown) => services.log.error({ err: error }, 'the demonstration stands still'));
}

/** No new connections; what is being answered is finished, what would never finish is cut. */
async function finishRequests(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUEST_PATIENCE_MS);
  await app.close();
  clearTimeout(cut);
}

async function closeAll(closers: (() => Promise<unknown>)[], log: Services['log']): Promise<void> {
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
