import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { startTrackerProcess, type TrackerProcess } from './processes/tracker-process.ts';
import { createTestDatabase } from './test-database.ts';
import { sendRequest, settingsOf, temporaryFolder } from './test-tracker.ts';

const CAMPAIGN_URL = 'https://campaign.test/';

export interface CappedTrackers {
  /** Replaces a killed tracker with a new process on its data folder. */
  restart(at: number): Promise<void>;
  trackers: TrackerProcess[];
  /** Sends visitors to all trackers until none was redirected to the campaign for `quietMs`. Returns how many were. */
  sendUntilCapped(options: {
    connections: number;
    quietMs: number;
    onRedirect?: (redirected: number) => void;
  }): Promise<number>;
  /** What PostgreSQL knows. */
  storedClicks(): Promise<number>;
  close(): Promise<void>;
}

/** Tracker processes of one campaign with a daily cap: two on one machine, the others on machines of their own. */
export async function createCappedTrackers(cap: number, count: number): Promise<CappedTrackers> {
  const database = await createTestDatabase();
  const [account] = await database.db.insert(accounts).values({}).returning();
  const { name, status, ...settings } = settingsOf({
    daily_cap: cap,
    destinations: [{ name: '', url: CAMPAIGN_URL, weight: 1, active: true }],
  });
  await database.db.insert(campaigns).values({
    ...{ accountId: account?.id ?? 0, key: 'capped', name, status, postbackKey: 'k' },
    settings: { name, status, ...settings },
  });
  const folders = await Promise.all(Array.from({ length: count - 1 }, temporaryFolder));
  const folderOf = (at: number) => folders[Math.max(0, at - 1)] as string;
  const start = (at: number) => startTrackerProcess({ DATA_DIR: folderOf(at), DATABASE_URL: database.url });
  const trackers = await Promise.all(Array.from({ length: count }, (_, at) => start(at)));
  // A tracker learns within a second of one that has started.
  await sleep(1_500);

  const isRedirected = async (at: number): Promise<boolean> => {
    const { port } = trackers[at] as TrackerProcess;
    const answer = await sendRequest(port, '/c/capped').catch(() => undefined);
    if (answer === undefined) await sleep(20);
    return answer?.headers.location === CAMPAIGN_URL;
  };

  return {
    trackers,
    async restart(at) {
      trackers[at] = await start(at);
    },
    async sendUntilCapped({ connections, quietMs, onRedirect }) {
      let redirected = 0;
      let lastAt = performance.now();
      const send = async (at: number) => {
        while (performance.now() - lastAt < quietMs) {
          if (!(await isRedirected(at))) continue;
          redirected += 1;
          lastAt = performance.now();
          onRedirect?.(redirected);
        }
      };
      await Promise.all(trackers.flatMap((_, at) => Array.from({ length: connections }, () => send(at))));
      return redirected;
    },
    async storedClicks() {
      const { rows } = await database.pool.query('select coalesce(sum(clicks), 0)::int as clicks from cap_usage');
      return rows[0].clicks;
    },
    async close() {
      await Promise.all(trackers.map((tracker) => tracker.stop('SIGKILL')));
      await database.drop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
