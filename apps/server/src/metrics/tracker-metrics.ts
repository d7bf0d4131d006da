import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HttpsConfig } from '../https-settings.ts';
import type { TrackerObservers } from '../tracking/request-context.ts';
import type { Tracker } from '../tracking/tracker.ts';
import { createPostbackCounter } from './app-metrics.ts';
import { findEarliestExpiry } from './certificate-expiry.ts';
import type { Latencies } from './process-figures.ts';

export function createTrackerObservers(registry: Registry, latencies: Latencies): TrackerObservers {
  const duration = new Histogram({
    name: 'poklik_click_duration_seconds',
    help: 'Time from the request of a click to its response, of one click in 64.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  const postbacks = createPostbackCounter(registry);
  return {
    onClickTimed: (seconds) => {
      duration.observe(seconds);
      latencies.observe(seconds);
    },
    onPostbackRejected: (result) => postbacks.inc({ result }),
  };
}

/** Counts that the tracker keeps itself, because a library's counters would be slower. */
export function registerTrackerMetrics(
  registry: Registry,
  tracker: Pick<Tracker, 'counters' | 'clickMetrics'>,
  https: HttpsConfig | undefined,
): void {
  const registers = [registry];
  const { counters } = tracker;
  new Counter({
    name: 'poklik_clicks_total',
    help: 'Requests to tracking links by result.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      const { redirected, excluded, unknown } = counters;
      const { prefetch, paused, archived, not_started, ended, capped, blocked } = tracker.clickMetrics().drops;
      const results = { prefetch, paused, archived, not_started, ended, capped, blocked, excluded, unknown };
      this.inc({ result: 'redirected' }, redirected - excluded);
      for (const [result, count] of Object.entries(results)) this.inc({ result }, count);
    },
  });
  new Counter({
    name: 'poklik_unrecorded_clicks_total',
    help: 'Clicks and page events that were answered without being recorded.',
    registers,
    collect() {
      this.reset();
      this.inc(counters.notRecorded);
    },
  });
  registerStepTimings(registry, tracker);
  if (https?.certificateFolder !== undefined) registerOwnCertificates(registry, https.certificateFolder);
}

/** Ordered certificates are read from PostgreSQL, by another process. */
function registerOwnCertificates(registry: Registry, folder: string): void {
  new Gauge({
    name: 'poklik_certificate_earliest_expiry_timestamp_seconds',
    help: 'When the first of the served certificates expires.',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.remove();
      const expiry = await findEarliestExpiry(folder);
      if (expiry !== undefined) this.set(expiry / 1000);
    },
  });
}

function registerStepTimings(registry: Registry, { clickMetrics }: Pick<Tracker, 'clickMetrics'>): void {
  const labels = { labelNames: ['step'] as const, registers: [registry] };
  new Counter({
    ...labels,
    name: 'poklik_click_step_seconds_total',
    help: 'Processor time of each step of a click, of one click in 64.',
    collect() {
      this.reset();
      for (const { step, nanoseconds } of clickMetrics().steps) this.inc({ step }, nanoseconds / 1e9);
    },
  });
  new Counter({
    ...labels,
    name: 'poklik_click_step_samples_total',
    help: 'How often each step of a click was timed.',
    collect() {
      this.reset();
      for (const { step, samples } of clickMetrics().steps) this.inc({ step }, samples);
    },
  });
}
