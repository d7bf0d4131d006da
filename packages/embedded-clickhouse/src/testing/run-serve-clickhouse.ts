// A program for tests: runs an embedded ClickHouse in a folder, reports its URL when it is ready, and ends with its parent.
import { pino } from 'pino';
import { serveClickhouse } from '../serve-clickhouse.ts';

const [folder = ''] = process.argv.slice(2);
const clickhouse = await serveClickhouse({
  folder,
  address: new URL('http://poklik:secret@127.0.0.1:0/poklik'),
  database: 'poklik',
  log: pino({ level: 'silent' }),
  onDamage: () => process.exit(1),
});
process.once('disconnect', async () => {
  await clickhouse.stop();
  process.exit(0);
});
await clickhouse.ready;
process.send?.(clickhouse.url);
