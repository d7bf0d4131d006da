import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { RoleName } from '../config.ts';

/** Which process a metric is about. */
export type ProcessRole = 'main' | 'tracker' | 'statistics';

const DELAY_RESOLUTION_MS = 10;

export function roleOfProcess(roles: readonly RoleName[]): ProcessRole {
  if (roles.join() === 'tracker') return 'tracker';
  return roles.join() === 'stats' ? 'statistics' : 'main';
}

/** The metrics of one process, with those that every process has. */
export function createProcessMetrics(role: ProcessRole): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'poklik_build_info',
    help: 'Version of the program; the value is 1.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version: manifest.version, node: process.versions.node }, 1);
  new Gauge({
    name: 'poklik_resident_bytes',
    help: 'Resident memory of the processes of a role.',
    labelNames: ['role'],
    registers,
    collect() {
      this.set({ role }, process.memoryUsage.rss());
    },
  });
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'poklik_event_loop_delay_seconds',
    help: '99th percentile of the event loop delay since the last scrape; the highest of a role.',
    labelNames: ['role'],
    aggregator: 'max',
    registers,
    collect() {
      // Idle, the timer fires once per resolution.
      const ms = delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS);
      this.set({ role }, ms / 1000);
      delay.reset();
    },
  });
  return registry;
}
