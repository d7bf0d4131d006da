import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type IpAddress, truncateAddress } from '@poklik/domain/ip/ip-address';
import type { EventLog } from '@poklik/event-log/event-log';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Countries, openCountries } from '../geo/country.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import { createCampaignIndex } from './campaign-index.ts';
import { startCampaignSync } from './campaign-sync.ts';
import { createClickIdGenerator } from './click-id.ts';
import type { ClickMetrics } from './click-pipeline.ts';
import { createClientAddressReader } from './client-address.ts';
import { openDailyCounts } from './daily-counts.ts';
import { createDeviceReader } from './device.ts';
import { createEventLimiter } from './event-limiter.ts';
import { createPostbackLimiter } from './postbacks/postback-limiter.ts';
import { listenForResults } from './postbacks/postback-results.ts';
import type { TrackerCounters } from './request-context.ts';
import { createTrackerHandler } from './requests.ts';
import { createTrackerResponses } from './responses.ts';
import { openSnapshot } from './snapshot.ts';
import { openVisitorHash } from './visitor-hash.ts';
import { createLanguageReader } from './visitor-language.ts';

export interface Tracker {
  /** Handles requests to the tracker's routes; returns whether the request was one of them. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  counters: Readonly<TrackerCounters>;
  /** Time per step and dropped clicks per reason. */
  clickMetrics(): ClickMetrics;
  /** Whether campaigns are loaded, from PostgreSQL or the snapshot. */
  hasCampaigns(): boolean;
  /** Stops the sync and saves the counts. The caller closes the event log. */
  close(): Promise<void>;
}

export interface TrackerOptions {
  config: Pick<Config, 'dataDir' | 'trackingUrl' | 'appName' | 'trustedProxies' | 'clicks' | 'limits'>;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  eventLog: Pick<EventLog, 'append'>;
  /** Separate from clicks, because it is kept until PostgreSQL has it. */
  postbackLog: Pick<EventLog, 'append'>;
  /** Called when a postback is on disk. */
  onPostback?: () => void;
  log: Logger;
  countries?: Countries;
}

/** How long the start waits for PostgreSQL before links are served from the snapshot. */
const START_TIMEOUT_MS = 3_000;
/** Rejected postbacks recorded per campaign and minute: enough to see what is wrong. */
const RECORDED_REJECTIONS_PER_MINUTE = 60;

/** Everything that happens on a click. It reads only memory, which is synced with PostgreSQL in the background. */
export async function createTracker({ config, db, listen, log, ...own }: TrackerOptions): Promise<Tracker> {
  const folder = join(config.dataDir, 'tracker');
  const address = createClientAddressReader(config.trustedProxies);
  const countries = own.countries ?? openCountries(config.clicks.geoDatabase);
  const isSecure = config.trackingUrl.startsWith('https:');
  const visitorHash = await openVisitorHash(folder);
  const counts = await openDailyCounts(join(folder, 'daily-counts.json'), log);
  const snapshot = openSnapshot(join(folder, 'campaigns.jsonl'), log);
  const campaigns = createCampaignIndex();
  const campaignSync = await startCampaignSync({ db, listen, index: campaigns, snapshot, log });
  // While PostgreSQL is starting, links are served from the snapshot.
  if (!(db instanceof Promise))
    await campaignSync.waitUntilComplete(campaigns.size > 0 ? START_TIMEOUT_MS / 3 : START_TIMEOUT_MS);

  const keptAddress = config.clicks.keepFullIp ? ({ text }: IpAddress) => text : truncateAddress;
  const newId = createClickIdGenerator();
  const results = listenForResults(listen);
  const { handle, counters, clickMetrics } = createTrackerHandler({
    clicks: {
      campaigns,
      blackListOf: campaignSync.findBlackList,
      counts,
      clickId: newId,
      visitorHash,
      keptAddress,
      countryOf: countries.countryOf,
      languageOf: createLanguageReader(),
      deviceOf: createDeviceReader(),
      isSecure,
      allowance: createEventLimiter(config.clicks.eventsPerMinute),
    },
    address,
    eventLog: own.eventLog,
    postbacks: {
      sources: {
        campaigns,
        newId,
        keptAddress,
        rate: createPostbackLimiter(config.limits.postbacksPerMinute),
        refusalRate: createPostbackLimiter(RECORDED_REJECTIONS_PER_MINUTE),
      },
      postbackLog: own.postbackLog,
      results,
      onRecorded: own.onPostback ?? (() => undefined),
    },
    answers: createTrackerResponses({ referrerPolicy: config.clicks.referrerPolicy, isSecure }),
    stored: campaigns,
    isComplete: () => campaignSync.isComplete,
    appName: config.appName,
    trackingUrl: config.trackingUrl,
    log,
  });
  log.debug({ campaigns: campaigns.size, countries: countries.database }, 'tracker ready');
  return {
    handle,
    counters,
    clickMetrics,
    hasCampaigns: () => campaignSync.isComplete || campaigns.size > 0,
    async close() {
      await results.close();
      await campaignSync.close();
      await snapshot.close();
      await counts.close();
      log.debug({ ...counters, ...clickMetrics() }, 'tracker stopped');
    },
  };
}
