// A program for tests to kill: runs a supervised embedded ClickHouse and reports its URL and PID.
import { pino } from 'pino';
import { startEmbeddedClickhouse } from '../embedded-clickhouse.ts';

const [folder = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const { url, pid } = await startEmbeddedClickhouse({ folder, database: 'notes', priority: 0, log });
process.send?.({ url, pid: pid() });
