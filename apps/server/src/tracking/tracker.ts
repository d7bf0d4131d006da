import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Countries, openCountries } from '../geo/country.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import { type Address, truncateAddress } from './address.ts';
import { trackerAnswers } from './answers.ts';
import { followCampaigns } from './campaign-feed.ts';
import { createCampaignIndex } from './campaign-index.ts';
import { clickIds } from './click-id.ts';
import { clientAddress } from './client-address.ts';
import { openDailyCounts } from './daily-counts.ts';
import { deviceReader } from './device.ts';
import { eventAllowance } from './event-allowance.ts';
import type { EventLog } from './event-log/event-log.ts';
import { postbackRate } from './postbacks/postback-rate.ts';
import { hearVerdicts } from './postbacks/postback-verdicts.ts';
import { type TrackerFigures, trackerRequests } from './requests.ts';
import { openSnapshot } from './snapshot.ts';
import { openVisitorHash } from './visitor-hash.ts';
import { languageReader } from './visitor-language.ts';

export interface Tracker {
  /** Answers the request if its address is one of the tracker's, and says whether it was. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  figures: Readonly<TrackerFigures>;
  /** Whether campaigns are known, from PostgreSQL or from the last snapshot. */
  hasCampaigns(): boolean;
  /** Stops following changes and writes down what is counted. The event log is its opener's to close. */
  close(): Promise<void>;
}

export interface TrackerParts {
  config: Pick<Config, 'dataDir' | 'trackingUrl' | 'appName' | 'trustedProxies' | 'clicks' | 'limits'>;
  /** A promise while PostgreSQL is still starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  eventLog: Pick<EventLog, 'append'>;
  /** Of its own, because it is kept until PostgreSQL has it and clicks are not. */
  postbackLog: Pick<EventLog, 'append'>;
  /** Called when a report of a conversion is on disk. */
  onPostback?: () => void;
  log: Logger;
  countries?: Countries;
}

/** How long the start waits for PostgreSQL before links are answered from the last snapshot. */
const START_PATIENCE_MS = 3_000;
/** Of reports that are refused at the door and yet written down, by campaign: enough to see what is wrong. */
const REFUSALS_PER_MINUTE = 60;

/** Everything that happens on a click. PostgreSQL is followed from afar and never asked on the way. */
export async function createTracker({ config, db, listen, log, ...own }: TrackerParts): Promise<Tracker> {
  const folder = join(config.dataDir, 'tracker');
  const address = clientAddress(config.trustedProxies);
  const countries = own.countries ?? openCountries(config.clicks.geoDatabase);
  const isSecure = config.trackingUrl.startsWith('https:');
  const visitorHash = await openVisitorHash(folder);
  const counts = await openDailyCounts(join(folder, 'daily-counts.json'), log);
  const snapshot = openSnapshot(join(folder, 'campaigns.jsonl'), log);
  const campaigns = createCampaignIndex();
  const feed = await followCampaigns({ db, listen, index: campaigns, snapshot, log });
  // While PostgreSQL is still starting, links are answered from the snapshot at once.
  if (!(db instanceof Promise)) await feed.settled(campaigns.size > 0 ? START_PATIENCE_MS / 3 : START_PATIENCE_MS);

  const keptAddress = config.clicks.keepFullIp ? ({ text }: Address) => text : truncateAddress;
  const newId = clickIds();
  const verdicts = hearVerdicts(listen);
  const { handle, figures } = trackerRequests({
    clicks: {
      campaigns,
      blackListOf: feed.blackListOf,
      counts,
      clickId: newId,
      visitorHash,
      keptAddress,
      countryOf: countries.countryOf,
      languageOf: languageReader(),
      deviceOf: deviceReader(),
      isSecure,
      allowance: eventAllowance(config.clicks.eventsPerMinute),
    },
    address,
    eventLog: own.eventLog,
    postbacks: {
      sources: {
        campaigns,
        newId,
        keptAddress,
        rate: postbackRate(config.limits.postbacksPerMinute),
        refusalRate: postbackRate(REFUSALS_PER_MINUTE),
      },
      postbackLog: own.postbackLog,
      verdicts,
      onRecorded: own.onPostback ?? (() => undefined),
    },
    answers: trackerAnswers({ referrerPolicy: config.clicks.referrerPolicy, isSecure }),
    settingsOf: campaigns.settingsOf,
    isComplete: () => feed.isComplete,
    appName: config.appName,
    trackingUrl: config.trackingUrl,
    log,
  });
  log.debug({ campaigns: campaigns.size, countries: countries.database }, 'tracker ready');
  return {
    handle,
    figures,
    hasCampaigns: () => feed.isComplete || campaigns.size > 0,
    async close() {
      await verdicts.close();
      await feed.close();
      await snapshot.close();
      await counts.close();
      log.debug({ ...figures }, 'tracker stopped');
    },
  };
}
