import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openEventLog } from '@poklik/event-log/event-log';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BackgroundLoop } from '../background-loop.ts';
import type { Config } from '../config.ts';
import { hostOf } from '../host-name.ts';
import { createForwarder } from '../http/forward.ts';
import { createHttpServer, drainServer, listenOn } from '../http/http-server.ts';
import { createLatencies, startProcessFigures } from '../metrics/process-figures.ts';
import { createTrackerObservers, registerTrackerMetrics } from '../metrics/tracker-metrics.ts';
import { startIngestProcess } from '../processes/ingest-process.ts';
import type { ParentProcess } from '../processes/parent.ts';
import type { Listen } from '../stores/listen.ts';
import { type Database, openPostgres } from '../stores/postgres.ts';
import { certificateKey, findSecretBox, type SecretBox } from '../stores/secret-box.ts';
import { openOrderedCertificates } from '../tls/ordered-certificates.ts';
import { HEALTH_PATHS } from '../tracking/hosts/host-requests.ts';
import { startPostbackUpload } from '../tracking/postbacks/upload-postbacks.ts';
import { findTrackerRoute } from '../tracking/routes.ts';
import { createTracker, type Tracker } from '../tracking/tracker.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createTlsAsk, redirectToHttps, serveHttps } from './tracker-https.ts';
import { openTrackerSettings } from './tracker-settings.ts';

type Closers = (() => Promise<unknown>)[];

interface TrackerServices {
  config: Config;
  /** A promise while PostgreSQL is starting; links are served from the snapshot until then. */
  db: Database | Promise<Database>;
  listen: Listen;
  /** Undefined if another process reads the shared secrets, or none can. */
  secrets: SecretBox | undefined;
  metrics: Registry;
  log: Logger;
  /** Whether no other process of this program copies the event log to an external ClickHouse. */
  isAlone: boolean;
}

interface RunContext {
  log: Logger;
  closers: Closers;
  metrics: Registry;
  /** The program that started this process, if one did. */
  parent?: ParentProcess | undefined;
}

const PROBLEMS = {
  campaigns_not_loaded: 'Campaigns are not loaded yet.',
  clicks_not_recorded: 'The click log cannot be written: clicks are redirected but not recorded.',
} as const;

interface OpenTracker extends Pick<Tracker, 'handle' | 'setVisitorKey' | 'setPassKeys' | 'servesHost'> {
  /** Why it cannot redirect or record, if so. */
  readiness(): keyof typeof PROBLEMS | undefined;
}

/**
 * The tracker with its event log. The program that starts trackers also runs the ingest; a tracker on its own starts
 * one for an external ClickHouse. If it fails, `closers` has what is open.
 */
async function openTracker(services: TrackerServices, closers: Closers): Promise<OpenTracker> {
  const { config, log } = services;
  const eventFolder = await claimOwnFolder(join(config.dataDir, 'events'));
  const eventLog = openEventLog({ folder: eventFolder, ack: config.clicks.ack, log });
  closers.push(() => eventLog.close());
  const store = services.isAlone ? ingestStore(config) : undefined;
  if (store) {
    const ingest = startIngestProcess({ store, config, log });
    closers.push(() => ingest.stop());
  }
  const folder = join(config.dataDir, 'postbacks');
  const own = await claimOwnFolder(folder);
  const postbackLog = openEventLog({ folder: own, ack: 'fsync', log });
  const { keepLogDays: keepDays } = config.clicks;
  let postbackUploader: BackgroundLoop | undefined;
  let isClosing = false;
  void Promise.resolve(services.db).then(
    (db) => {
      if (!isClosing) postbackUploader = startPostbackUpload({ db, folder, node: own.node, keepDays, log });
    },
    () => undefined, // stopped before PostgreSQL was there
  );
  closers.push(async () => {
    isClosing = true;
    await postbackUploader?.stop();
  });
  closers.push(() => postbackLog.close());
  const latencies = createLatencies();
  const tracker = await createTracker({
    ...services,
    node: eventFolder.node,
    eventLog,
    postbackLog,
    onPostback: () => postbackUploader?.wake(),
    observers: createTrackerObservers(services.metrics, latencies),
  });
  registerTrackerMetrics(services.metrics, tracker, config.https);
  const readCounts = () => ({ redirects: tracker.counters.redirected, unrecorded: tracker.counters.notRecorded });
  const stopFigures = startProcessFigures({ db: services.db, role: 'tracker', readCounts, latencies, log });
  closers.push(async () => stopFigures());
  closers.push(() => tracker.close());
  const readiness = () => {
    if (!tracker.hasCampaigns()) return 'campaigns_not_loaded';
    return eventLog.isWritable() && postbackLog.isWritable() ? undefined : 'clicks_not_recorded';
  };
  const { handle, setVisitorKey, setPassKeys, servesHost } = tracker;
  return { handle, setVisitorKey, setPassKeys, servesHost, readiness };
}

/** Undefined if a machine with an embedded ClickHouse copies the click log. */
function ingestStore({ shards, clickhouseUrl, databaseUrl }: Config) {
  if (shards.length > 0 && databaseUrl) return { databaseUrl, shards };
  return clickhouseUrl ? { clickhouseUrl } : undefined;
}

/**
 * The process that owns the public port. It serves links and, when started by the program, forwards all other requests
 * to the API. It starts from its snapshot and keeps working without PostgreSQL, the API and ClickHouse.
 */
export async function runTracker(config: Config, { log, closers, metrics, parent }: RunContext): Promise<void> {
  if (!config.databaseUrl && !parent) throw new Error('The tracker role alone needs DATABASE_URL.');
  await prepareDataFolder(config.dataDir);
  const secrets = parent ? undefined : await findSecretBox(config.secretKey, config.dataDir);
  if (!parent && !secrets) log.warn('SECRET_KEY is not set: visitors are not recognized across machines');
  const parts: Closers = [];
  const postgres = parent ? parent.databaseUrl.then(openDatabase) : openDatabase(config.databaseUrl as string);
  function openDatabase(url: string) {
    const opened = openPostgres(url, log);
    parts.unshift(() => opened.close());
    return opened;
  }
  const stores = {
    db: postgres instanceof Promise ? postgres.then(({ db }) => db) : postgres.db,
    listen: (async (...subscription) => (await postgres).listen(...subscription)) satisfies Listen,
  };
  const key = parent ? parent.certificateKey.then(decodeKey) : secrets && certificateKey(secrets);
  const ordered = openOrderedCertificates({ config, key, log, ...stores });
  parts.push(() => ordered.close());

  let tracker: OpenTracker | undefined;
  const handleOther = parent?.apiSocket === undefined ? sendNotFound : createForwarder(parent.apiSocket, log);
  const answerTlsAsk = createTlsAsk(config);
  const handle: RequestListener = (req, res) => {
    if (answerTlsAsk(req, res, (host) => tracker?.servesHost(host) ?? false)) return;
    if (ordered.answerChallenge(req, res)) return;
    if (tracker?.handle(req, res)) return;
    if (!tracker && (findTrackerRoute(req.url ?? '') || isForTrackingHost(config, req))) {
      return void opening.then(
        (opened) => opened.handle(req, res),
        () => res.destroy(),
      );
    }
    if (!handleHealth(req, res, tracker, parent !== undefined)) handleOther(req, res);
  };
  const { https } = config;
  const server = createHttpServer(https ? redirectToHttps(config, handle) : handle);
  closers.push(async () => {
    for (const close of parts.toReversed()) await close();
  });
  closers.push(() => drainServer(server));
  // Links are served while everything else is starting.
  const listening = listenOn(server, config);
  const liveConfig = await openTrackerSettings(config, { ...stores, log });
  parts.push(() => liveConfig.close());
  const isAlone = parent === undefined;
  const opening = openTracker({ config: liveConfig.config, secrets, metrics, log, isAlone, ...stores }, parts);
  opening.catch(() => undefined); // thrown below, after the port
  await listening;
  if (https) closers.push(await serveHttps({ host: config.host, https, ordered, handle, log }));
  parent?.send({ listening: true });
  tracker = await opening;
  const { setVisitorKey, setPassKeys } = tracker;
  parent?.onVisitorKey((key) => {
    setVisitorKey(key).catch((error: unknown) => log.warn({ err: error }, 'saving the visitor key failed'));
  });
  parent?.onPassKeys((keys) => {
    setPassKeys(keys).catch((error: unknown) => log.warn({ err: error }, 'saving the keys of passes failed'));
  });
  parent?.watchReadiness(tracker.readiness);
}

const decodeKey = (text: string): Buffer => Buffer.from(text, 'base64');

/** Before the tracker has read the hosts, it is not known who they belong to. They never serve the application. */
const isForTrackingHost = ({ trackingZone }: Config, req: IncomingMessage): boolean =>
  trackingZone !== undefined &&
  !trackingZone.appHosts.includes(hostOf(req)) &&
  !HEALTH_PATHS.has((req.url ?? '').split('?', 1)[0] ?? '');

/** This process answers two of the four health endpoints itself; see docs/operations.md. */
function handleHealth(
  req: IncomingMessage,
  res: ServerResponse,
  tracker: OpenTracker | undefined,
  isBesideApi: boolean,
): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const path = (req.url ?? '').split('?', 1)[0];
  if (path === '/v1/live') {
    sendJson(res, 200, { status: 'ok' });
    return true;
  }
  // Without an API on this machine the tracker is all there is to check.
  if (path !== '/v1/ready' && (path !== '/v1/health' || isBesideApi)) return false;
  const problem = tracker ? tracker.readiness() : 'campaigns_not_loaded';
  if (problem === undefined) sendJson(res, 200, { status: 'ok' });
  else
    sendJson(res, 503, { message: PROBLEMS[problem], code: 'unavailable', errors: { tracker: [PROBLEMS[problem]] } });
  return true;
}

const sendNotFound = (_: IncomingMessage, res: ServerResponse): void =>
  sendJson(res, 404, { message: 'Not found', code: 'not_found' });

function sendJson(res: ServerResponse, status: number, body: object): void {
  const retry = status === 503 ? { 'Retry-After': '5' } : {};
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...retry });
  res.end(JSON.stringify(body));
}
