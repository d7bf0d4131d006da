// CPU time taken by other guests of the same host: results of a virtual machine mean little without it.
import { existsSync, readFileSync } from 'node:fs';

const TICKS = '/proc/stat';
const STOLEN = 7;
const COUNTED = 8;

/** Starts counting. The returned function gives the share so far as a row of the table, or none where the system has no count. */
export function watchStolen() {
  if (!existsSync(TICKS)) return () => [];
  const before = ticks();
  return () => {
    const spent = ticks().map((value, place) => value - before[place]);
    const all = spent.reduce((sum, value) => sum + value, 0);
    const percent = all === 0 ? 0 : (100 * spent[STOLEN]) / all;
    return [{ what: 'CPU time taken by other guests', measured: `${percent.toFixed(0)} %` }];
  };
}

/** CPU times of all cores together. */
const ticks = () =>
  readFileSync(TICKS, 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1, 1 + COUNTED)
    .map(Number);
