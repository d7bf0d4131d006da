// CPU time taken by other guests of the same host, which distorts results on a virtual machine.
import { existsSync, readFileSync } from 'node:fs';

const TICKS = '/proc/stat';
const STOLEN = 7;
const COUNTED = 8;

/** Starts counting. The returned function gives the share as a table row, or no row if the system does not count it. */
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

/** Total CPU times of all cores. */
const ticks = () =>
  readFileSync(TICKS, 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1, 1 + COUNTED)
    .map(Number);
