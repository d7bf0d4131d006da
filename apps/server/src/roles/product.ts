import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { seedDemoHistory } from '../demo/demo-history.ts';
import { seedDemo } from '../demo/demo-people.ts';
import { sendDemoVisitors } from '../demo/demo-visitors.ts';
import { ensureOperator } from '../features/auth/auth.service.ts';
import { passwordHasher } from '../features/auth/passwords.ts';
import { setUpLink } from '../features/auth/set-up-link.ts';
import { shipGuides } from '../features/instructions/shipped-guides.ts';
import type { Services } from '../services.ts';
import type { Tracker } from '../tracking/tracker.ts';
import { startWorker } from '../worker.ts';
import { openServices } from './open-services.ts';
import { openTracker, serveTracker } from './tracker.ts';

const REQUEST_PATIENCE_MS = 10_000;

/** Whatever roles are asked for together, on one set of stores. What is open when this fails is in `closers` too. */
export async function runProduct(config: Config, life: Parameters<typeof openServices>[1]): Promise<void> {
  const { closers } = life;
  const services = await openServices(config, life);
  if (config.roles.includes('api')) await furnish(services);
  if (config.roles.includes('worker')) {
    const worker = await startWorker(services);
    closers.push(() => worker.stop());
  }
  const tracker = config.roles.includes('tracker') ? await openTracker(services, closers) : undefined;
  if (config.roles.includes('api')) await serve(services, closers, tracker);
  else if (tracker) await serveTracker(tracker, config, closers);
}

/** Whoever and whatever must be there before anybody comes; nothing else uses the stores meanwhile. */
async function furnish(services: Services): Promise<void> {
  const { config } = services;
  const passwords = passwordHasher(config.passwordCost);
  if (config.superAdmin) await ensureOperator(services, passwords, config.superAdmin);
  if (config.demo) await seedDemo(services, passwords);
  await shipGuides(services.db);
}

async function serve(
  services: Services,
  closers: (() => Promise<unknown>)[],
  tracker: Tracker | undefined,
): Promise<void> {
  const { config } = services;
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
