import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { Services } from '../services.ts';
import { startStatsProcess } from '../stores/embedded-clickhouse/stats-process.ts';
import { openPostgres } from '../stores/postgres.ts';
import { openEventLog } from '../tracking/event-log/event-log.ts';
import { claimOwnFolder } from '../tracking/event-log/own-folder.ts';
import { shipPostbacks } from '../tracking/postbacks/ship-postbacks.ts';
import { createTracker, type Tracker } from '../tracking/tracker.ts';
import { prepareDataFolder } from './data-folder.ts';

type Closers = (() => Promise<unknown>)[];

/**
 * The tracker with its event log. The embedded ClickHouse takes up the log by itself; a server needs somebody on each
 * machine with a log. What is open when this fails is in `closers` too.
 */
export async function openTracker(
  services: Pick<Services, 'config' | 'db' | 'listen' | 'log'>,
  closers: Closers,
): Promise<Tracker> {
  const { config, log } = services;
  const eventFolder = await claimOwnFolder(join(config.dataDir, 'events'));
  const eventLog = openEventLog({ folder: eventFolder, ack: config.clicks.ack, log });
  closers.push(() => eventLog.close());
  if (config.clickhouseUrl) {
    const { dataDir, logLevel } = config;
    const address = new URL(config.clickhouseUrl);
    const { keepLogDays } = config.clicks;
    const filling = startStatsProcess({ address, isServer: true, dataDir, logLevel, keepLogDays, log });
    closers.push(() => filling.stop());
  }
  const folder = join(config.dataDir, 'postbacks');
  const own = await claimOwnFolder(folder);
  const postbackLog = openEventLog({ folder: own, ack: 'fsync', log });
  const { keepLogDays: keepDays } = config.clicks;
  const shipping = shipPostbacks({ db: services.db, folder, node: own.node, keepDays, log });
  closers.push(() => shipping.stop());
  closers.push(() => postbackLog.close());
  const tracker = await createTracker({ ...services, eventLog, postbackLog, onPostback: () => shipping.wake() });
  closers.push(() => tracker.close());
  return tracker;
}

/**
 * A tracker on its own asks nothing of the other stores, and starts from its snapshot where PostgreSQL is away: links
 * go on while everything else is down.
 */
export async function runTracker(config: Config, log: Logger, closers: Closers): Promise<void> {
  if (!config.databaseUrl) throw new Error('The tracker role alone needs DATABASE_URL.');
  await prepareDataFolder(config.dataDir);
  const postgres = openPostgres(config.databaseUrl, log);
  closers.push(() => postgres.close());
  const tracker = await openTracker({ config, log, db: postgres.db, listen: postgres.listen }, closers);
  await serveTracker(tracker, config, closers);
}

/** A server with nothing but the tracker, and a word for whoever watches over it. */
export async function serveTracker(tracker: Tracker, config: Config, closers: Closers): Promise<void> {
  const server = createHttpServer((req, res) => {
    if (tracker.handle(req, res)) return;
    const isHealth = req.method === 'GET' && req.url === '/v1/health';
    res.writeHead(isHealth ? 200 : 404, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    res.end(isHealth ? '{"status":"ok"}' : '{"message":"Not found","code":"not_found"}');
  });
  closers.push(() => stopServer(server));
  await listenOn(server, config);
  process.stdout.write(`${config.appName} tracks clicks: ${config.publicUrl}\n`);
}

const STOP_PATIENCE_MS = 10_000;

/** What is being answered is finished, idle connections are closed, what would never finish is cut. */
async function stopServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), STOP_PATIENCE_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

function listenOn(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new Error(`Port ${port} cannot be used (${error.code}). Set PORT to another one.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
}
