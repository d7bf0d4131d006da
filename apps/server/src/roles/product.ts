import { join } from 'node:path';
import { lowerPriority } from '@poklik/child-processes/lower-priority';
import { createApp, type TrackerFront } from '../app.ts';
import type { Config } from '../config.ts';
import { ensureOperator } from '../features/auth/operators.service.ts';
import { createPasswordHasher } from '../features/auth/passwords.ts';
import { createSetupLink } from '../features/auth/setup-link.service.ts';
import { shipRates } from '../features/currency-rates/ship-rates.service.ts';
import { syncBuiltInGuides } from '../features/instructions/built-in-guides.service.ts';
import { registerDatabaseMetrics } from '../features/metrics/metrics.service.ts';
import { syncTrafficSources } from '../features/traffic-sources/traffic-source-catalogue.service.ts';
import { checkPort, drainServer, listenOn } from '../http/http-server.ts';
import { startProcessFigures } from '../metrics/process-figures.ts';
import { providerName } from '../payments/configured-provider.ts';
import { startIngestProcess } from '../processes/ingest-process.ts';
import { PRIORITIES } from '../processes/priorities.ts';
import { startTrackerProcesses, type TrackerProcesses } from '../processes/tracker-processes.ts';
import type { Services } from '../services.ts';
import { certificateKey, openSecretBox } from '../stores/secret-box.ts';
import { startPassKeySync } from '../tracking/passes/shared-pass-keys.ts';
import { TRACKER_FOLDER } from '../tracking/tracker.ts';
import { shareVisitorKey } from '../tracking/visitor/shared-visitor-key.ts';
import { openVisitorKey } from '../tracking/visitor/visitor-hash.ts';
import { startWorker } from '../worker.ts';
import { createApiSocket } from './api-socket.ts';
import { prepareDataFolder } from './data-folder.ts';
import { loadDemo } from './load-demo.ts';
import { openServices } from './open-services.ts';

type Closers = (() => Promise<unknown>)[];
/** Then the trackers use those they had last. */
const PASS_KEYS_TIMEOUT_MS = 3_000;
type RunContext = Omit<Parameters<typeof openServices>[1], 'onDatabase'>;

/** Runs the given roles together. If it fails, `closers` has what is open. */
export async function runProduct(config: Config, context: RunContext): Promise<void> {
  const { closers } = context;
  const hasApi = config.roles.includes('api');
  const hasTracker = config.roles.includes('tracker');
  // A used port is reported before anything else is started.
  if (hasApi || hasTracker) await checkPort(config);
  const socket = hasApi && hasTracker ? await createApiSocket() : undefined;
  if (socket) closers.push(() => socket.remove());
  const trackers = hasTracker ? await startTrackers(config, socket?.path, context) : undefined;

  // After the trackers have inherited the original priority, and before the databases inherit this one.
  if (hasTracker) lowerPriority(process.pid, PRIORITIES.api);
  const services = await openServices(config, { ...context, onDatabase: (url) => trackers?.connectTo(url) });
  registerDatabaseMetrics(context.metrics, services);
  const stopFigures = startProcessFigures({ db: services.db, role: 'main', log: services.log });
  closers.push(async () => stopFigures());
  trackers?.setVisitorKey(await loadVisitorKey(services));
  if (trackers) closers.push(await sharePasses(services, trackers));
  if (hasApi) await seedRequiredData(services);
  if (config.roles.includes('worker')) {
    const worker = await startWorker(services);
    closers.push(() => worker.stop());
  }
  const app = hasApi
    ? await serveApi(services, closers, trackers && socket ? { tracker: trackers, socket: socket.path } : undefined)
    : undefined;
  // Trackers forward to the API, so they are stopped first; open streams would block that.
  if (trackers) closers.push(() => trackers.stop());
  closers.push(async () => app?.endStreams());
  await trackers?.listening;
  if (hasApi) await printReady(services, closers);
  else if (hasTracker)
    process.stdout.write(`${services.config.appName} tracker is ready: ${services.config.trackingUrl}\n`);
}

/** Started first: links are served from the snapshot while the databases start. */
async function startTrackers(
  config: Config,
  apiSocket: string | undefined,
  context: RunContext,
): Promise<TrackerProcesses> {
  await prepareDataFolder(config.dataDir);
  const { port, logFormat, secretKey, dataDir, clickhouseUrl } = config;
  const { log, closers } = context;
  const trackers = startTrackerProcesses(config.trackers, { port, logFormat, apiSocket, log });
  closers.push(() => trackers.stop());
  // The embedded ClickHouse brings its own.
  if (clickhouseUrl) {
    const ingest = startIngestProcess({ store: { clickhouseUrl }, config, log });
    closers.push(() => ingest.stop());
  }
  // Certificates are served before PostgreSQL is there, too.
  if (config.acme)
    trackers.setCertificateKey(certificateKey(await openSecretBox(secretKey, dataDir)).toString('base64'));
  return trackers;
}

/** Read here, because the tracker process gets no key that opens other secrets. */
async function loadVisitorKey({ db, secrets, config, log }: Services): Promise<string> {
  const own = await openVisitorKey(join(config.dataDir, TRACKER_FOLDER));
  return shareVisitorKey(db, secrets, own).catch((error: unknown) => {
    log.warn({ err: error }, 'visitor key of this machine is used');
    return own;
  });
}

/** As above; a key is added every year. */
async function sharePasses({ db, secrets, log }: Services, trackers: TrackerProcesses): Promise<() => Promise<void>> {
  const sync = startPassKeySync({ db, secrets, log, setKeys: (keys) => trackers.setPassKeys(keys) });
  await sync.wait(PASS_KEYS_TIMEOUT_MS);
  return async () => sync.stop();
}

/** Runs before the API serves requests and the worker starts. */
async function seedRequiredData(services: Services): Promise<void> {
  const { config } = services;
  await syncTrafficSources(services.db);
  const passwords = createPasswordHasher(config.passwordCost);
  if (config.superAdmin) await ensureOperator(services, passwords, config.superAdmin);
  if (config.demo) {
    const { seedDemo } = await loadDemo();
    await seedDemo(services, passwords);
  }
  await shipRates(services.db);
  await syncBuiltInGuides(services.db);
}

/** On its own port, or behind the tracker that owns the port. */
async function serveApi(services: Services, closers: Closers, front: (TrackerFront & { socket: string }) | undefined) {
  const app = await createApp(services, undefined, front);
  closers.push(async () => {
    await drainServer(app.server);
    await app.close();
  });
  await listenOn(app.server, front ? { path: front.socket } : services.config);
  return app;
}

async function printReady(services: Services, closers: Closers): Promise<void> {
  const { config } = services;
  if (config.demo) startDemo(services, closers);
  const link = await createSetupLink(services);
  process.stdout.write(`${config.appName} is ready: ${config.publicUrl}\n`);
  const provider = providerName(config) ?? 'off';
  if (!config.demo && (provider === 'off' || provider === 'sandbox'))
    process.stdout.write(`${PAYMENT_NOTES[provider]}\n`);
  if (link) process.stdout.write(`Create the operator account (one-time link): ${link}\n`);
}

const PAYMENT_NOTES = {
  off: 'Card payments are off. To take them, add a payment provider in Profile → Service.',
  sandbox: 'Test checkout is on (SANDBOX_PAYMENTS=1): anyone who signs up can get a paid plan without paying.',
} as const;

/** Runs in the background after the start. */
function startDemo(services: Services, closers: Closers): void {
  const stopping = new AbortController();
  closers.push(async () => stopping.abort());
  const run = async () => {
    const { runDemo } = await loadDemo();
    await runDemo(services, stopping.signal);
  };
  run().catch((error: unknown) => services.log.error({ err: error }, 'demo stopped'));
}
