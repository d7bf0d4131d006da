import type { ChildProcess } from 'node:child_process';
import { listChildProcesses } from '@poklik/child-processes/supervise';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

/** Messages between this process and its child processes. */
interface MetricsRequest {
  metricsRequest: number;
}
interface MetricsReply {
  metricsReply: number;
  /** Of the process and its own child processes. */
  metrics: MetricValues[];
}

/** They answer; the engine's process is ClickHouse alone. */
const OWN_PROCESSES = ['tracker', 'ingest'];

/** A process may block its event loop that long; its metrics are then missing once. */
const REPLY_TIMEOUT_MS = 2_000;
let requests = 0;

/** The text of the metrics of this process and its child processes. */
export async function renderMetrics(registry: Registry): Promise<string> {
  return AggregatorRegistry.aggregate(await gatherMetrics(registry)).metrics();
}

/** Answers the process that started this one. */
export function answerMetricsRequests(registry: Registry): void {
  process.on('message', (message: MetricsRequest | object) => {
    if (!('metricsRequest' in message)) return;
    const send = (metrics: MetricValues[]) => {
      const reply: MetricsReply = { metricsReply: message.metricsRequest, metrics };
      if (process.connected) process.send?.(reply, undefined, undefined, () => undefined);
    };
    gatherMetrics(registry).then(send, () => send([]));
  });
}

async function gatherMetrics(registry: Registry): Promise<MetricValues[]> {
  const children = await Promise.all(listChildProcesses(OWN_PROCESSES).map(requestMetrics));
  return [(await registry.getMetricsAsJSON()) as MetricValues, ...children.flat()];
}

function requestMetrics(child: ChildProcess): Promise<MetricValues[]> {
  requests += 1;
  const request: MetricsRequest = { metricsRequest: requests };
  return new Promise((resolve) => {
    const finish = (metrics: MetricValues[]) => {
      clearTimeout(timeout);
      child.off('message', onMessage);
      resolve(metrics);
    };
    const onMessage = (message: MetricsReply | object) => {
      if ('metricsReply' in message && message.metricsReply === request.metricsRequest) finish(message.metrics);
    };
    const timeout = setTimeout(() => finish([]), REPLY_TIMEOUT_MS);
    child.on('message', onMessage);
    if (child.connected) child.send(request, (error) => error && finish([]));
    else finish([]);
  });
}
