// A program for tests to kill: runs an embedded PostgreSQL and prints its URL.
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../stores/embedded-postgres.ts';

const [dataDir = '', durable = 'durable'] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: durable === 'durable',
    log: pino({ level: 'info' }, pino.destination(2)),
  });
  process.stdout.write(`ready ${postgres.url}\n`);
} catch (error) {
  process.stdout.write(`refused ${(error as Error).message}\n`);
  process.exit(1);
}
process.once('SIGTERM', () => process.exit(0));
setInterval(() => undefined, 1_000);
