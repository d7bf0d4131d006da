// The process of the embedded engine, started by embedded-clickhouse.ts. Its log lines go to its parent.
import '@poklik/child-processes/ignore-signals';
import { once } from 'node:events';
import { pino } from 'pino';
import { EngineMissing } from './engine-build.ts';
import type { EngineMessage } from './engine-message.ts';
import { ENGINE_MISSING_EXIT } from './engine-message.ts';
import { serveClickhouse } from './serve-clickhouse.ts';

const STOP_TIMEOUT_MS = 6_000;

const [message] = (await once(process, 'message')) as [EngineMessage];
const { logLevel, address, database } = message;
const [folder = ''] = process.argv.slice(2);
const log = pino({ level: logLevel, base: null }, pino.destination({ dest: 1, sync: true }));
const clickhouse = await serveClickhouse({
  ...{ folder, database, log },
  address: new URL(address),
  onDamage: () => process.exit(1),
});

/** Acknowledged data is on disk, so a forced exit loses only the current work. */
async function stop(): Promise<void> {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT_MS).unref();
  await clickhouse.stop();
  process.exit(0);
}
process.once('disconnect', () => void stop());
// Disconnected while this process was loading.
if (!process.connected) await stop();

await clickhouse.ready.catch((error: unknown) => {
  if (error instanceof EngineMissing) process.exit(ENGINE_MISSING_EXIT);
  log.fatal({ err: error }, 'embedded ClickHouse failed to open');
  process.exit(1);
});
log.info({ address: new URL(clickhouse.url).host }, 'embedded ClickHouse ready');
