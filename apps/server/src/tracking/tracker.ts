import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type IpAddress, truncateAddress } from '@poklik/domain/ip/ip-address';
import type { EventLog } from '@poklik/event-log/event-log';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Countries, openCountries } from '../geo/country.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import type { SecretBox } from '../stores/secret-box.ts';
import { createClientAddressReader } from './addresses/client-address.ts';
import { createCampaignIndex } from './campaigns/campaign-index.ts';
import { startCampaignSync } from './campaigns/campaign-sync.ts';
import { createLanderIndex } from './campaigns/lander-index.ts';
import { createOfferIndex } from './campaigns/offer-index.ts';
import { createPostbackKeys } from './campaigns/postback-keys.ts';
import { openSnapshot } from './campaigns/snapshot.ts';
import { startCapSync } from './caps/cap-sync.ts';
import { openDailyCounts } from './caps/daily-counts.ts';
import { startOfferCapSync } from './caps/offer-cap-sync.ts';
import { createOfferClicks } from './caps/offer-clicks.ts';
import { createClickIdGenerator } from './clicks/click-id.ts';
import type { ClickMetrics } from './clicks/click-pipeline.ts';
import { openTrackingHosts } from './hosts/tracking-hosts.ts';
import { createEventLimiter } from './landing/event-limiter.ts';
import { openPassKeys } from './passes/pass-keys.ts';
import { startPassKeySync } from './passes/shared-pass-keys.ts';
import { createPostbackLimiter } from './postbacks/postback-limiter.ts';
import { listenForResults } from './postbacks/postback-results.ts';
import type { TrackerCounters, TrackerObservers } from './request-context.ts';
import { createTrackerHandler } from './requests.ts';
import { createTrackerResponses } from './responses.ts';
import { startUnknownVisitSync } from './second-clicks/unknown-visits.ts';
import { createDeviceReader } from './visitor/device.ts';
import { startVisitorKeySync } from './visitor/shared-visitor-key.ts';
import { openVisitorHasher } from './visitor/visitor-hash.ts';
import { createLanguageReader } from './visitor/visitor-language.ts';
import { openMadeVisits } from './visits/made-visits.ts';

export interface Tracker {
  /** Handles requests to the tracker's routes; returns whether the request was one of them. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  counters: Readonly<TrackerCounters>;
  /** Time per step and dropped clicks per reason. */
  clickMetrics(): ClickMetrics;
  /** Whether campaigns are loaded, from PostgreSQL or the snapshot. */
  hasCampaigns(): boolean;
  /** Whether a host is the application's or a tracking domain that is served. */
  servesHost(host: string): boolean;
  /** Changes to the visitor key that all machines share. */
  setVisitorKey(key: string): Promise<void>;
  /** Changes to the keys that sign the way to landers. */
  setPassKeys(keys: readonly string[]): Promise<void>;
  /** Stops the sync and saves the counts. The caller closes the event log. */
  close(): Promise<void>;
}

export interface TrackerOptions {
  config: Pick<
    Config,
    | 'dataDir'
    | 'publicUrl'
    | 'trackingUrl'
    | 'hstsSeconds'
    | 'trackingZone'
    | 'appName'
    | 'trustedProxies'
    | 'clicks'
    | 'limits'
  >;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  eventLog: Pick<EventLog, 'append'>;
  /** Separate from clicks, because it is kept until PostgreSQL has it. */
  postbackLog: Pick<EventLog, 'append'>;
  /** Called when a postback is on disk. */
  onPostback?: () => void;
  log: Logger;
  /** Distinguishes this process from other trackers on the same data folder. */
  node?: string;
  /** Opens the visitor key in PostgreSQL; a tracker that another process started gets the key itself. */
  secrets?: SecretBox | undefined;
  countries?: Countries;
  observers?: TrackerObservers;
}

/** In the data folder. */
export const TRACKER_FOLDER = 'tracker';

/** How long the start waits for PostgreSQL before links are served from the snapshot. */
const START_TIMEOUT_MS = 3_000;
/** Rejected postbacks recorded per campaign and minute: enough to see what is wrong. */
const RECORDED_REJECTIONS_PER_MINUTE = 60;

const createAppResponses = (config: TrackerOptions['config']) =>
  createTrackerResponses({
    referrerPolicy: () => config.clicks.referrerPolicy,
    hstsSeconds: config.trackingUrl.startsWith('https:') ? config.hstsSeconds : 0,
  });

const listAppHosts = ({ trackingZone, publicUrl, trackingUrl }: TrackerOptions['config']): readonly string[] =>
  trackingZone?.appHosts ?? [publicUrl, trackingUrl].map((url) => new URL(url).hostname);

/** Where links lead besides plain URLs. */
function openTargets(db: TrackerOptions['db'], log: Logger) {
  const clicks = createOfferClicks();
  const landers = createLanderIndex();
  const syncs = [startOfferCapSync({ clicks, db, log }), startUnknownVisitSync({ landers, db, log })];
  return {
    offers: createOfferIndex(clicks),
    landers,
    closeTargets: () => Promise.all(syncs.map((sync) => sync.close())),
  };
}

/** What recognizes visitors: the key of their hashes and those of passes, which all machines share. */
async function openVisitorKeys(folder: string, { db, secrets, log }: Pick<TrackerOptions, 'db' | 'secrets' | 'log'>) {
  const visitors = await openVisitorHasher(folder);
  const passes = await openPassKeys(folder, visitors.key);
  const syncs = secrets
    ? [
        startVisitorKeySync({ visitors, db, secrets, log }),
        startPassKeySync({ setKeys: passes.setKeys, db, secrets, log }),
      ]
    : [];
  return { visitors, passes, syncs };
}

/** Everything that happens on a click. It reads only memory, which is synced with PostgreSQL in the background. */
export async function createTracker({ config, db, listen, log, ...own }: TrackerOptions): Promise<Tracker> {
  const folder = join(config.dataDir, TRACKER_FOLDER);
  const address = createClientAddressReader(config.trustedProxies);
  const countries = own.countries ?? openCountries(config.clicks.geoDatabase);
  const { visitors, passes, syncs } = await openVisitorKeys(folder, { db, secrets: own.secrets, log });
  const counts = await openDailyCounts(folder, own.node ?? 'tracker', log);
  const capSync = startCapSync({ counts, db, log });
  const snapshot = openSnapshot(join(folder, 'campaigns.jsonl'), log);
  const campaigns = createCampaignIndex();
  const { offers, landers, closeTargets } = openTargets(db, log);
  const keys = createPostbackKeys();
  const campaignSync = await startCampaignSync({ db, listen, index: campaigns, offers, landers, keys, snapshot, log });
  const hosts = await openTrackingHosts({ config, db, listen, log });
  // While PostgreSQL is starting, links are served from the snapshot.
  if (!(db instanceof Promise)) {
    const timeout = START_TIMEOUT_MS / (campaigns.size > 0 ? 3 : 1);
    await Promise.all([
      campaignSync.waitUntilComplete(timeout),
      capSync.waitForCounts(timeout),
      ...syncs.map((sync) => sync.wait(timeout)),
    ]);
  }

  const keptAddress = (whole: IpAddress) => (config.clicks.keepFullIp ? whole.text : truncateAddress(whole));
  const newId = createClickIdGenerator();
  const results = listenForResults(listen);
  const made = openMadeVisits({ db, listen, log });
  const { handle, counters, clickMetrics } = createTrackerHandler({
    clicks: {
      ...{ campaigns, offers, landers, passes },
      blackListOf: (accountId) => campaignSync.findBlackList(accountId),
      counts,
      clickId: newId,
      visitorHash: visitors.hash,
      keptAddress,
      countryOf: countries.countryOf,
      languageOf: createLanguageReader(),
      deviceOf: createDeviceReader(),
      isSecure: () => config.trackingUrl.startsWith('https:'),
      allowance: createEventLimiter(() => config.clicks.eventsPerMinute),
    },
    address,
    eventLog: own.eventLog,
    postbacks: {
      sources: {
        ...{ campaigns, keys, newId, keptAddress },
        rate: createPostbackLimiter(() => config.limits.postbacksPerMinute),
        refusalRate: createPostbackLimiter(() => RECORDED_REJECTIONS_PER_MINUTE),
      },
      postbackLog: own.postbackLog,
      results,
      onRecorded: own.onPostback ?? (() => undefined),
    },
    serverVisits: { made, rate: createPostbackLimiter(() => config.limits.postbacksPerMinute) },
    answers: createAppResponses(config),
    stored: campaigns,
    isComplete: () => campaignSync.isComplete,
    ...{ appName: () => config.appName, trackingUrl: () => config.trackingUrl },
    hosts: hosts?.sources,
    ...{ observers: own.observers, log },
  });
  log.debug({ campaigns: campaigns.size, countries: countries.database }, 'tracker ready');
  return {
    handle,
    counters,
    clickMetrics,
    setVisitorKey: visitors.setKey,
    setPassKeys: passes.setKeys,
    servesHost: (host) => listAppHosts(config).includes(host) || hosts?.sources.index.find(host) !== undefined,
    hasCampaigns: () => campaignSync.isComplete || campaigns.size > 0,
    async close() {
      for (const sync of syncs) sync.stop();
      await Promise.all([results.close(), made.close(), campaignSync.close(), hosts?.close()]);
      await snapshot.close();
      await Promise.all([capSync.close(), closeTargets()]);
      await counts.close();
      log.debug({ ...counters, ...clickMetrics() }, 'tracker stopped');
    },
  };
}
