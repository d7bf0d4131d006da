import type { ServerResponse } from 'node:http';
import type { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import type { EventLog } from '@poklik/event-log/event-log';
import type { Logger } from 'pino';
import type { ReadClientAddress } from './addresses/client-address.ts';
import type { CampaignIndex } from './campaigns/campaign-index.ts';
import type { ClickSources } from './clicks/click-context.ts';
import { type ClickPipeline, createClickPipeline, TIMED_ONE_IN } from './clicks/click-pipeline.ts';
import type { PageEventSources } from './landing/page-event.ts';
import { type CachePage, createPageCache } from './pages/page-cache.ts';
import type { PostbackLimiter } from './postbacks/postback-limiter.ts';
import type { PostbackResults } from './postbacks/postback-results.ts';
import type { PostbackSources } from './postbacks/receive-postback.ts';
import type { TrackerResponses } from './responses.ts';
import type { MadeVisits } from './visits/made-visits.ts';

export interface RequestSources {
  clicks: ClickSources & PageEventSources;
  address: ReadClientAddress;
  eventLog: Pick<EventLog, 'append'>;
  postbacks: {
    sources: PostbackSources;
    postbackLog: Pick<EventLog, 'append'>;
    results: Pick<PostbackResults, 'waitFor'>;
    /** Called when a postback is on disk. */
    onRecorded(): void;
  };
  serverVisits: {
    made: Pick<MadeVisits, 'find' | 'keep'>;
    /** Per campaign and minute. */
    rate: PostbackLimiter;
  };
  answers: TrackerResponses;
  stored: Pick<CampaignIndex, 'findSettings' | 'findMark' | 'listByLander'>;
  /** Whether unknown campaigns are known not to exist. */
  isComplete(): boolean;
  /** Of now, because it can be changed while running; the same for `trackingUrl`. */
  appName(): string;
  /** Pages show neither logo nor operator. */
  isUnbranded?: boolean;
  trackingUrl(): string;
  observers?: TrackerObservers | undefined;
  log: Logger;
}

/** Told while the tracker works, for metrics. */
export interface TrackerObservers {
  onClickTimed(seconds: number): void;
  onPostbackRejected(result: string): void;
}

/** Counts since the start. */
export interface TrackerCounters {
  redirected: number;
  excluded: number;
  blocked: number;
  unknown: number;
  pageEvents: number;
  /** Page events over the limit. */
  overLimit: number;
  /** Answered without being recorded, because the event log failed. */
  notRecorded: number;
}

/** What the handlers of the tracker's routes share. */
export interface TrackerContext extends RequestSources {
  pipeline: ClickPipeline;
  counters: TrackerCounters;
  cachePage: CachePage;
  warnOverLimit(): void;
  /** The time now for one click in 64, otherwise undefined: timing each would cost too much. */
  startTimer(): number | undefined;
  /** Records before it responds. If recording fails, it responds anyway and counts the failure. */
  record(
    res: ServerResponse,
    kind: (typeof RECORD_KINDS)[keyof typeof RECORD_KINDS],
    text: string,
    answer: (isRecorded: boolean) => void,
  ): void;
  /** Answers after an unexpected error. */
  fail(res: ServerResponse, error: unknown): void;
}

export const CLOSE = ['Connection', 'close'];
const WARN_INTERVAL_MS = 10_000;

export function createRequestContext(sources: RequestSources): TrackerContext {
  const { eventLog, answers, log } = sources;
  const counters: TrackerCounters = {
    redirected: 0,
    excluded: 0,
    blocked: 0,
    unknown: 0,
    pageEvents: 0,
    overLimit: 0,
    notRecorded: 0,
  };
  const warnNotRecorded = throttleLog(() =>
    log.error({ shed: counters.notRecorded }, 'clicks redirected without being recorded'),
  );
  const warnOverLimit = throttleLog(() =>
    log.warn({ overLimit: counters.overLimit }, 'page events over the limit, not recorded'),
  );

  function fail(res: ServerResponse, error: unknown): void {
    log.error({ err: error }, 'tracker request failed');
    if (!res.headersSent) answers.text(res, 500, 'Something went wrong.', CLOSE);
    else res.destroy();
  }

  let started = 0;
  return {
    ...sources,
    startTimer() {
      started += 1;
      return started % TIMED_ONE_IN === 0 ? performance.now() : undefined;
    },
    pipeline: createClickPipeline(sources.clicks),
    counters,
    cachePage: createPageCache(),
    warnOverLimit,
    record(res, kind, text, answer) {
      void eventLog.append(kind, text).then((isRecorded) => {
        if (!isRecorded) {
          counters.notRecorded += 1;
          warnNotRecorded();
        }
        try {
          answer(isRecorded);
        } catch (error) {
          fail(res, error);
        }
      });
    },
    fail,
  };
}

/** Logs at most every few seconds. */
function throttleLog(tell: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - toldAt < WARN_INTERVAL_MS) return;
    toldAt = performance.now();
    tell();
  };
}

/** Decodes a percent-encoded key. */
export function parseKey(text: string): string {
  const name = text.endsWith('/') ? text.slice(0, -1) : text;
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
