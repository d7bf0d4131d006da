import { setTimeout as sleep } from 'node:timers/promises';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { createSessionLock } from '../../stores/locks/session-lock.ts';
import { watchCertificateFolder } from '../../tls/certificate-folder.ts';
import { createCertificateStore } from '../../tls/certificate-store.ts';
import { createCertificateOrders } from './certificate-orders.service.ts';

const MAINTAIN_INTERVAL_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Orders and renews certificates while this worker is the one that does. */
export async function startCertificateOrders(services: Services): Promise<Pick<BackgroundLoop, 'stop'>> {
  const { config, log, databaseUrl } = services;
  const { acme } = config;
  if (!acme) return { stop: async () => undefined };
  const own = createCertificateStore();
  const folder =
    config.https?.certificateFolder === undefined
      ? undefined
      : await watchCertificateFolder({
          folder: config.https.certificateFolder,
          // Trackers say what is wrong with a file.
          log: log.child({}, { level: 'silent' }),
          onChange: (files) => own.replaceFiles(files),
        });
  const orders = createCertificateOrders({ ...services, acme, hasOwnCertificate: (host) => own.covers(host) });
  const lock = createSessionLock(databaseUrl, 'certificate orders');
  let maintainedAt = Number.NEGATIVE_INFINITY;
  const loop = runLoop({
    failure: 'ordering certificates failed',
    log,
    iterate: async () => {
      if (!(await lock.hold())) return false;
      await orders.startDue();
      if (performance.now() - maintainedAt < MAINTAIN_INTERVAL_MS) return false;
      await orders.maintain();
      maintainedAt = performance.now();
      return false;
    },
  });
  return {
    async stop() {
      folder?.stop();
      await loop.stop();
      // Challenges of an interrupted order are removed later.
      await Promise.race([orders.settled(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await lock.release();
    },
  };
}
