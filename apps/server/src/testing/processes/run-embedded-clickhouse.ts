// A program for tests to kill: runs an embedded ClickHouse and prints its PID and address.
import { pino } from 'pino';
import { startStatsProcess } from '../../processes/stats-process.ts';
import { freePort } from '../../stores/free-port.ts';
import { statsCommand } from './stats-command.ts';

const [dataDir = ''] = process.argv.slice(2);
const address = new URL(`http://poklik:secret@127.0.0.1:${await freePort()}/poklik`);
const stats = startStatsProcess({
  address,
  dataDir,
  logLevel: 'silent',
  log: pino({ level: 'silent' }),
  ...statsCommand(),
});
process.stdout.write(`${stats.pid()} ${address.origin}\n`);
