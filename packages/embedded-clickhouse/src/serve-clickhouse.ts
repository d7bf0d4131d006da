import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findDamage, hasFreeSpace, isDamage, moveAside } from './damaged-folder.ts';
import { type Engine, openEngine } from './engine.ts';
import { serveHttpInterface } from './http-interface.ts';

interface Options {
  /** Created if missing. */
  folder: string;
  /** Where to listen, with user name and password. Port 0 is any free port. */
  address: URL;
  /** Created if missing. */
  database: string;
  log: Logger;
  /** Called when a table stays damaged until this process restarts. */
  onDamage(): void;
}

interface ServedClickhouse {
  /** For any ClickHouse client. */
  url: string;
  /**
   * Resolves when the engine is open; until then requests get 503. Rejects with `EngineMissing` if this platform has no
   * build, and if the data was damaged: it has been moved away, and the next process starts with an empty folder.
   */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const DISK_CHECK_INTERVAL_MS = 5_000;
const DAMAGE_CHECK_INTERVAL_MS = 5_000;

/** ClickHouse in this process, served over HTTP. */
export async function serveClickhouse(options: Options): Promise<ServedClickhouse> {
  const { address, log } = options;
  let engine: Engine | undefined;
  const server = await serveHttpInterface({ address, engine: () => engine, log });
  const url = new URL(address);
  url.port = String((server.address() as AddressInfo).port);
  const ready = openFolder(options).then((opened) => {
    engine = opened;
  });
  ready.catch(() => undefined); // for callers that stop first
  return {
    url: url.href,
    ready,
    async stop() {
      server.close();
      server.closeIdleConnections();
      await engine?.close();
    },
  };
}

async function openFolder({ folder, database, log, onDamage }: Options): Promise<Engine> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await waitForDiskSpace(folder, log);
  const damage = await findDamage(folder);
  if (damage) await moveDamagedAway(folder, { damage }, log);
  try {
    const engine = await openEngine({ folder, database, log });
    watchForDamage(folder, log, onDamage);
    return engine;
  } catch (error) {
    if (!isDamage(error)) throw error;
    await moveDamagedAway(folder, { err: error }, log);
    throw error; // this process has opened the damaged database; the next one opens the new one
  }
}

/** Tables created on a full disk stay incomplete. */
async function waitForDiskSpace(folder: string, log: Logger): Promise<void> {
  for (let turn = 0; !(await hasFreeSpace(folder)); turn += 1) {
    if (turn % 12 === 0) log.error({ folder }, 'disk almost full, statistics paused');
    await sleep(DISK_CHECK_INTERVAL_MS);
  }
}

async function moveDamagedAway(folder: string, why: object, log: Logger): Promise<void> {
  const aside = await moveAside(folder);
  log.error({ ...why, aside }, 'analytics database damaged: moved away, rebuilding from the event log');
}

/** A table that could not be created on a full disk stays damaged until the engine restarts. */
function watchForDamage(folder: string, log: Logger, onDamage: () => void): void {
  let before: string | undefined;
  const check = async () => {
    const damage = await findDamage(folder);
    if (damage !== undefined && damage === before) {
      log.fatal({ damage }, 'analytics database damaged, restarting');
      onDamage();
    }
    before = damage;
  };
  setInterval(
    () => check().catch((error: unknown) => log.debug({ err: error }, 'damage check failed')),
    DAMAGE_CHECK_INTERVAL_MS,
  ).unref();
}
