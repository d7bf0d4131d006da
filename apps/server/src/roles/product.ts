import { createApp, type Front } from '../app.ts';
import type { Config } from '../config.ts';
import { seedDemoHistory } from '../demo/demo-history.ts';
import { seedDemo } from '../demo/demo-people.ts';
import { sendDemoVisitors } from '../demo/demo-visitors.ts';
import { ensureOperator } from '../features/auth/auth.service.ts';
import { createPasswordHasher } from '../features/auth/passwords.ts';
import { createSetupLink } from '../features/auth/setup-link.ts';
import { syncBuiltInGuides } from '../features/instructions/built-in-guides.ts';
import { checkPort, drainServer, listenOn } from '../http/http-server.ts';
import { providerName } from '../payments/configured-provider.ts';
import { lowerPriority, PRIORITIES } from '../processes/priority.ts';
import { startTrackerProcess, type TrackerProcess } from '../processes/tracker-process.ts';
import type { Services } from '../services.ts';
import { startWorker } from '../worker.ts';
import { makeApiSocket } from './api-socket.ts';
import { prepareDataFolder } from './data-folder.ts';
import { openServices } from './open-services.ts';

type Closers = (() => Promise<unknown>)[];
type Life = Omit<Parameters<typeof openServices>[1], 'onDatabase'>;

/** Whatever roles are asked for together, on one set of stores. What is open when this fails is in `closers` too. */
export async function runProduct(config: Config, life: Life): Promise<void> {
  const { closers } = life;
  const hasApi = config.roles.includes('api');
  const hasTracker = config.roles.includes('tracker');
  // Before any store is started: a taken port is found at once, and leaves nothing to be stopped.
  if (hasApi || hasTracker) await checkPort(config);
  const socket = hasApi && hasTracker ? await makeApiSocket() : undefined;
  if (socket) closers.push(() => socket.remove());
  const tracker = hasTracker ? await startTracker(config, socket?.path, life) : undefined;

  // After the tracker has got the program's own, and before the stores inherit it.
  if (hasTracker) lowerPriority(process.pid, PRIORITIES.api);
  const services = await openServices(config, { ...life, onDatabase: (url) => tracker?.connectTo(url) });
  if (hasApi) await furnish(services);
  if (config.roles.includes('worker')) {
    const worker = await startWorker(services);
    closers.push(() => worker.stop());
  }
  const app = hasApi
    ? await serveApi(services, closers, tracker && socket ? { tracker, socket: socket.path } : undefined)
    : undefined;
  // It passes requests to the api, so it is stopped before it; streams would keep it from ending.
  if (tracker) closers.push(() => tracker.stop());
  closers.push(async () => app?.endStreams());
  await tracker?.listening;
  if (hasApi) await announce(services, closers);
  else if (hasTracker) process.stdout.write(`${config.appName} tracks clicks: ${config.trackingUrl}\n`);
}

/** First of all: links are answered from the snapshot while the stores are still starting. */
async function startTracker(config: Config, apiSocket: string | undefined, life: Life): Promise<TrackerProcess> {
  await prepareDataFolder(config.dataDir);
  const { port, logFormat } = config;
  const tracker = startTrackerProcess({ port, logFormat, apiSocket, log: life.log });
  life.closers.push(() => tracker.stop());
  return tracker;
}

/** Whoever and whatever must be there before anybody comes; nothing else uses the stores meanwhile. */
async function furnish(services: Services): Promise<void> {
  const { config } = services;
  const passwords = createPasswordHasher(config.passwordCost);
  if (config.superAdmin) await ensureOperator(services, passwords, config.superAdmin);
  if (config.demo) await seedDemo(services, passwords);
  await syncBuiltInGuides(services.db);
}

/** On its own port, or behind the tracker that owns the port. */
async function serveApi(services: Services, closers: Closers, front: (Front & { socket: string }) | undefined) {
  const app = await createApp(services, undefined, front);
  closers.push(async () => {
    await drainServer(app.server);
    await app.close();
  });
  await listenOn(app.server, front ? { path: front.socket } : services.config);
  return app;
}

async function announce(services: Services, closers: Closers): Promise<void> {
  const { config } = services;
  if (config.demo) playDemo(services, closers);
  const link = await createSetupLink(services);
  process.stdout.write(`${config.appName} is ready: ${config.publicUrl}\n`);
  if (!config.stripe && !config.demo) process.stdout.write(`${PAYMENT_NOTES[providerName(config) ?? 'off']}\n`);
  if (link) process.stdout.write(`Create the account of the operator, once: ${link}\n`);
}

const PAYMENT_NOTES = {
  off: 'Card payments are off. To take them, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  sandbox: 'Test checkout is on (SANDBOX_PAYMENTS=1): anyone who signs up can get a paid plan without paying.',
  stripe: '',
} as const;

/** Behind everything else: nobody waits for it. */
function playDemo(services: Services, closers: Closers): void {
  const over = new AbortController();
  closers.push(async () => over.abort());
  const show = async () => {
    await seedDemoHistory(services, over.signal);
    await sendDemoVisitors(services, over.signal);
  };
  show().catch((error: unknown) => services.log.error({ err: error }, 'the demonstration stands still'));
}
