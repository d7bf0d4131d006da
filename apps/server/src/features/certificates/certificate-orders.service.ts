import { dueAlarm } from '@poklik/domain/certificates/certificate-schedule';
import type { Config } from '../../config.ts';
import type { Services } from '../../services.ts';
import type { AcmeAuthority } from '../../tls/acme.ts';
import { openAuthority } from './acme-authority.service.ts';
import { notifyCertificateAlarm } from './certificate.emails.ts';
import {
  CERTIFICATES_CHANNEL,
  listUnhealthy,
  notifyTrackers,
  removeCertificatesExcept,
  removeOldChallenges,
  removeOldOrders,
  updateCertificate,
} from './certificates.repo.ts';
import { listDueHosts } from './due-hosts.repo.ts';
import { askRenewalTimes, type OrderTools, orderCertificate } from './order-certificate.service.ts';

const CONCURRENCY = 8;
const DAY_MS = 86_400_000;
/** Longer than the seven days for which orders count. */
const KEEP_ORDERS_MS = 8 * DAY_MS;
const KEEP_CHALLENGES_MS = DAY_MS;

export interface CertificateOrders {
  /** Starts orders that are due and fit in. */
  startDue(): Promise<void>;
  /** Sends alarms, asks for renewal times and removes what is no longer needed. */
  maintain(): Promise<void>;
  /** Resolves when all started orders have ended. */
  settled(): Promise<void>;
}

interface OrdersOptions extends Pick<Services, 'db' | 'log' | 'secrets' | 'metrics'> {
  config: Pick<Config, 'publicUrl' | 'trackingUrl' | 'trackingZone'>;
  acme: OrderTools['acme'];
  /** Whether the operator has an own certificate for a host. */
  hasOwnCertificate(host: string): boolean;
  now?: () => number;
}

/** Orders and renews certificates of known hosts. Only one worker of an installation may use it at a time. */
export function createCertificateOrders(options: OrdersOptions): CertificateOrders {
  const { db, acme, config, hasOwnCertificate, now = Date.now } = options;
  const running = new Map<string, Promise<void>>();
  let connection: Promise<AcmeAuthority> | undefined;
  let pausedUntil = 0;
  const tools: OrderTools = {
    ...options,
    now,
    authority() {
      connection ??= openAuthority(options, acme);
      return connection;
    },
  };
  const hasWildcard = acme.dnsHook !== undefined;
  const hosts = listOwnHosts(config, hasWildcard);

  async function order(due: Parameters<typeof orderCertificate>[1]): Promise<void> {
    const failure = await orderCertificate(tools, due);
    if (failure === null) return;
    // Its address, or our account with it, may have changed.
    connection = undefined;
    pausedUntil = Math.max(pausedUntil, failure.retryAt ?? 0);
  }

  async function sendAlarms(): Promise<void> {
    for (const row of await listUnhealthy(db, new Date(now()))) {
      const { notBefore, notAfter, failures } = row;
      const validity = notBefore && notAfter ? { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() } : null;
      const alarm = dueAlarm({ validity, failures, alarm: row.alarm }, now());
      if (alarm === null || hasOwnCertificate(row.host)) continue;
      await db.transaction(async (tx) => {
        await updateCertificate(tx, row.id, { alarm });
        await notifyCertificateAlarm(tx, row, alarm);
      });
    }
  }

  return {
    async startDue() {
      if (now() < pausedUntil) return;
      const due = await listDueHosts(db, {
        hosts: hosts.filter((host) => !hasOwnCertificate(host)),
        withGivenHosts: !hasWildcard,
        directory: acme.directory,
        now: new Date(now()),
        limit: CONCURRENCY * 2,
      });
      for (const next of due) {
        const { host } = next;
        if (running.size >= CONCURRENCY) return;
        if (running.has(host) || hasOwnCertificate(host)) continue;
        const ordering = order(next)
          .catch((error: unknown) => options.log.error({ err: error, host }, 'certificate order not recorded'))
          .finally(() => running.delete(host));
        running.set(host, ordering);
      }
    },
    async maintain() {
      await sendAlarms();
      await askRenewalTimes(tools);
      for (const id of await removeCertificatesExcept(db, hosts, !hasWildcard))
        await notifyTrackers(db, CERTIFICATES_CHANNEL, String(id));
      await removeOldOrders(db, new Date(now() - KEEP_ORDERS_MS));
      await removeOldChallenges(db, new Date(now() - KEEP_CHALLENGES_MS));
    },
    async settled() {
      await Promise.all(running.values());
    },
  };
}

/** The application's hosts, and with a DNS hook one certificate for all subdomains of the zone. */
function listOwnHosts(
  { publicUrl, trackingUrl, trackingZone }: OrdersOptions['config'],
  hasWildcard: boolean,
): readonly string[] {
  const appHosts = trackingZone?.appHosts ?? [publicUrl, trackingUrl].map((url) => new URL(url).hostname);
  const named = new Set(appHosts.filter((host) => /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(host)));
  return [...named, ...(hasWildcard && trackingZone ? [`*.${trackingZone.zone}`] : [])];
}
