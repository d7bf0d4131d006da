import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Listen } from '../../stores/listen.ts';
import type { Database } from '../../stores/postgres.ts';
import { openSnapshot } from '../campaigns/snapshot.ts';
import { createTrackerResponses } from '../responses.ts';
import { createHostIndex } from './host-index.ts';
import type { HostSources } from './host-requests.ts';
import { type HostEntry, startHostSync } from './host-sync.ts';

interface TrackingHostsOptions {
  config: Pick<Config, 'dataDir' | 'trackingZone' | 'clicks'>;
  db: Database | Promise<Database>;
  listen: Listen;
  log: Logger;
}

/** Customers' tracking domains; undefined when the installation has no zone for them. */
export async function openTrackingHosts({
  config,
  ...services
}: TrackingHostsOptions): Promise<{ sources: HostSources; close(): Promise<void> } | undefined> {
  const { trackingZone: zone, dataDir } = config;
  if (!zone) return undefined;
  const index = createHostIndex();
  const snapshot = openSnapshot<HostEntry>(join(dataDir, 'tracker', 'hosts.jsonl'), services.log);
  const sync = await startHostSync({ ...services, index, snapshot });
  return {
    sources: {
      zone,
      index,
      isComplete: () => sync.isComplete,
      // Customers must be free to leave, so their hosts send no Strict-Transport-Security.
      answers: createTrackerResponses({ referrerPolicy: () => config.clicks.referrerPolicy, hstsSeconds: 0 }),
    },
    close: () => sync.close(),
  };
}
