import { Counter, Histogram, type Registry } from 'prom-client';

/** What the API and the worker count while they work. */
export interface AppMetrics {
  registry: Registry;
  httpDuration: Histogram<'route' | 'status'>;
  postbacks: Counter<'result'>;
  acmeOrders: Counter<'result'>;
}

export const createAppMetrics = (registry: Registry): AppMetrics => ({
  registry,
  httpDuration: new Histogram({
    name: 'poklik_http_duration_seconds',
    help: 'Duration of requests to the API and the web app, without event streams.',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.05, 0.2, 1, 5],
    registers: [registry],
  }),
  postbacks: createPostbackCounter(registry),
  acmeOrders: createOrderCounter(registry),
});

/** The tracker counts postbacks that it rejects, the worker counts the result of all others. */
export const createPostbackCounter = (registry: Registry): Counter<'result'> =>
  new Counter({
    name: 'poklik_postbacks_total',
    help: 'Postbacks by final result.',
    labelNames: ['result'],
    registers: [registry],
  });

/** Both results from the start, so that the first failure is an increase. */
function createOrderCounter(registry: Registry): Counter<'result'> {
  const orders = new Counter({
    name: 'poklik_acme_orders_total',
    help: 'Orders of certificates by result.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['issued', 'failed']) orders.inc({ result }, 0);
  return orders;
}
