import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { isLanguage, type Language } from '@poklik/contract/language';
import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import type { EventLog } from '@poklik/event-log/event-log';
import type { Logger } from 'pino';
import { negotiateLanguage } from '../http/language.ts';
import type { CampaignIndex } from './campaign-index.ts';
import { type ClickSources, handleClick } from './click-pipeline.ts';
import type { ReadClientAddress } from './client-address.ts';
import { LANDING_SCRIPT, LANDING_SCRIPT_TAG } from './landing-script.ts';
import { impressionRecord, OVER_LIMIT, pageEventRecord } from './page-event.ts';
import { messagePage } from './pages/message-page.ts';
import { createPageCache } from './pages/page-cache.ts';
import { transparencyPage } from './pages/transparency-page.ts';
import { createPostbackHandler, type PostbackContext } from './postbacks/postback-requests.ts';
import { readBody } from './request-body.ts';
import { NOT_RECORDED, type TrackerResponses } from './responses.ts';
import { getCampaignTraffic } from './steps/campaign-state.ts';
import { RANDOM_RANGE } from './steps/choose-destination.ts';
import { type RequestHeaders, readHeaders } from './steps/read-request.ts';
import { CLICK_PATH, matchTrackerPath } from './tracker-paths.ts';

export interface RequestSources {
  clicks: ClickSources & Parameters<typeof pageEventRecord>[0];
  address: ReadClientAddress;
  eventLog: Pick<EventLog, 'append'>;
  postbacks: Pick<PostbackContext, 'sources' | 'postbackLog' | 'results' | 'onRecorded'>;
  answers: TrackerResponses;
  stored: Pick<CampaignIndex, 'findSettings' | 'findMark'>;
  /** Whether unknown keys are known not to exist. */
  isComplete(): boolean;
  appName: string;
  trackingUrl: string;
  log: Logger;
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

const URL_MAX = 8_192;
const EVENT_BODY_MAX = 4_096;
const IMPRESSION_PICTURE = /^\/i\/([^/?]+)\.gif$/;
const WARN_INTERVAL_MS = 10_000;

/** Handles requests to the tracker's paths; returns whether the path was one of them. */
export function createTrackerHandler(sources: RequestSources): {
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  counters: Readonly<TrackerCounters>;
} {
  const { clicks, eventLog, answers, log } = sources;
  const figures: TrackerCounters = {
    redirected: 0,
    excluded: 0,
    blocked: 0,
    unknown: 0,
    pageEvents: 0,
    overLimit: 0,
    notRecorded: 0,
  };
  const warnNotRecorded = throttleLog(() =>
    log.error({ shed: figures.notRecorded }, 'clicks redirected without being recorded'),
  );
  const warnOverLimit = throttleLog(() =>
    log.warn({ overLimit: figures.overLimit }, 'page events over the limit, not recorded'),
  );
  const { address, isComplete } = sources;
  const cachePage = createPageCache();
  const onPostback = createPostbackHandler({ ...sources.postbacks, address, answers, isComplete, fail });

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    const url = req.url ?? '';
    const path = matchTrackerPath(url);
    try {
      if (path === 'click') onLink(req, res, url);
      else if (path === 'impression') onImpression(req, res, url);
      else if (path === 'event') onPageEvent(req, res, url);
      else if (path === 'postback' || path === 'pixel') onPostback(req, res, url, path);
      else if (path === 'script') onScript(req, res);
      else return false;
    } catch (error) {
      fail(res, error);
    }
    return true;
  }

  function onLink(req: IncomingMessage, res: ServerResponse, url: string) {
    if (url.length > URL_MAX) return answers.text(res, 414, 'The address is too long.', CLOSE);
    if (req.method !== 'GET' && req.method !== 'HEAD') return rejectMethod(res, 'GET, HEAD');
    const mark = url.indexOf('?');
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const name = parseKey(url.slice(CLICK_PATH.length, mark < 0 ? url.length : mark));
    if (name.endsWith('+')) onTransparency(req, res, name.slice(0, -1), query);
    else onClick(req, res, name, query);
  }

  function onClick(req: IncomingMessage, res: ServerResponse, key: string, query: string) {
    const headers = readHeaders(req);
    // Rejected, so that the browser requests it again on a real click.
    if (headers.isPrefetch) return answers.text(res, 503, 'Prefetch is not supported.');
    const isClick = req.method === 'GET';
    const outcome = handleClick(clicks, {
      key,
      query,
      address: sources.address(req.socket, headers.forwardedFor),
      userAgent: headers.userAgent,
      acceptLanguage: headers.acceptLanguage,
      referrer: headers.referrer,
      cookie: headers.cookie,
      now: Date.now(),
      random: Math.floor(Math.random() * RANDOM_RANGE),
      isClick,
    });
    switch (outcome.kind) {
      case 'redirect':
        if (!isClick) return answers.redirect(res, outcome.location, outcome.cookie, false);
        figures.redirected += 1;
        if (outcome.isExcluded) figures.excluded += 1;
        record(res, RECORD_KINDS.click, outcome.record, (isRecorded) =>
          answers.redirect(res, outcome.location, outcome.cookie, isRecorded),
        );
        return;
      case 'blocked':
        if (!isClick) return answers.text(res, 403, 'Forbidden');
        figures.blocked += 1;
        record(res, RECORD_KINDS.click, outcome.record, () => answers.text(res, 403, 'Forbidden'));
        return;
      default:
        sendMessage(res, outcome.kind, headers.acceptLanguage, query);
    }
  }

  function onTransparency(req: IncomingMessage, res: ServerResponse, key: string, query: string) {
    const { acceptLanguage } = readHeaders(req);
    const campaign = clicks.campaigns.find(key);
    const now = Date.now();
    const admission = campaign && getCampaignTraffic(campaign, clicks.counts, now, campaign.clock(now).day);
    if (!campaign || !admission || admission.answer === 'missing') {
      return sendMessage(res, 'missing', acceptLanguage, query);
    }
    const { id } = campaign;
    const { state } = admission;
    const frame = { appName: sources.appName, language: pageLanguage(acceptLanguage, query) };
    const link = `${sources.trackingUrl}${CLICK_PATH}${campaign.key}`;
    cachePage(`${id} ${sources.stored.findMark(id)} ${state} ${frame.language}`, () => {
      // The campaign was found by its key in the same turn.
      const settings = sources.stored.findSettings(id) as CampaignSettings;
      return transparencyPage(frame, { link, settings, state });
    })
      .then((page) => answers.page(res, 200, page))
      .catch((error: unknown) => fail(res, error));
  }

  function onImpression(req: IncomingMessage, res: ServerResponse, url: string) {
    if (req.method !== 'GET' && req.method !== 'HEAD') return rejectMethod(res, 'GET, HEAD');
    const key = IMPRESSION_PICTURE.exec(url.slice(0, URL_MAX).split('?', 1)[0] ?? '')?.[1];
    if (key === undefined || !clicks.campaigns.find(parseKey(key))) return answers.picture(res, 404);
    if (req.method === 'HEAD') return answers.picture(res, 200);
    const headers = readHeaders(req);
    recordPageEvent(
      res,
      headers,
      () => impressionRecord(clicks, parseKey(key), pageVisit(req, headers)),
      (more) => answers.picture(res, 200, more),
    );
  }

  function onPageEvent(req: IncomingMessage, res: ServerResponse, url: string) {
    const headers = readHeaders(req);
    if (req.method === 'GET') {
      const event = () => pageEventRecord(clicks, url.slice(3, URL_MAX), pageVisit(req, headers));
      return recordPageEvent(res, headers, event, (more) => answers.picture(res, 200, more));
    }
    if (req.method !== 'POST') return rejectMethod(res, 'GET, POST');
    void readBody(req, EVENT_BODY_MAX)
      .then((body) => {
        if (body === null) return answers.text(res, 413, 'The event is too large.', CLOSE);
        const event = () => pageEventRecord(clicks, body, pageVisit(req, headers));
        recordPageEvent(res, headers, event, (more) => answers.nothing(res, more));
      })
      .catch((error: unknown) => fail(res, error));
  }

  const pageVisit = (req: IncomingMessage, { userAgent, forwardedFor }: RequestHeaders) => ({
    address: sources.address(req.socket, forwardedFor),
    userAgent,
    now: Date.now(),
  });

  /** Visitors with Do Not Track and prefetches get the same response, but nothing is recorded. */
  function recordPageEvent(
    res: ServerResponse,
    headers: RequestHeaders,
    event: () => ReturnType<typeof pageEventRecord>,
    answer: (more?: readonly string[]) => void,
  ) {
    const text = headers.isPrivate || headers.isPrefetch ? undefined : event();
    if (text === undefined) return answer();
    if (text === OVER_LIMIT) {
      figures.overLimit += 1;
      warnOverLimit();
      return answer(NOT_RECORDED);
    }
    figures.pageEvents += 1;
    record(res, RECORD_KINDS.pageEvent, text, (isRecorded) => answer(isRecorded ? undefined : NOT_RECORDED));
  }

  function onScript(req: IncomingMessage, res: ServerResponse) {
    if (req.method !== 'GET' && req.method !== 'HEAD') return rejectMethod(res, 'GET, HEAD');
    answers.script(res, LANDING_SCRIPT, LANDING_SCRIPT_TAG, req.headers['if-none-match'] === LANDING_SCRIPT_TAG);
  }

  /** Records before it responds. If recording fails, it responds anyway and counts the failure. */
  function record(res: ServerResponse, kind: 'c' | 'e', text: string, answer: (isRecorded: boolean) => void): void {
    void eventLog.append(kind, text).then((isRecorded) => {
      if (!isRecorded) {
        figures.notRecorded += 1;
        warnNotRecorded();
      }
      try {
        answer(isRecorded);
      } catch (error) {
        fail(res, error);
      }
    });
  }

  function sendMessage(res: ServerResponse, kind: 'missing' | 'gone', acceptLanguage: string, query: string) {
    const frame = { appName: sources.appName, language: pageLanguage(acceptLanguage, query) };
    if (kind === 'gone') return answers.page(res, 410, messagePage(frame, 'gone'));
    figures.unknown += 1;
    if (sources.isComplete()) answers.page(res, 404, messagePage(frame, 'missing'));
    else answers.page(res, 503, messagePage(frame, 'unready'), ['Retry-After', '5']);
  }

  const rejectMethod = (res: ServerResponse, allowed: string) =>
    answers.text(res, 405, 'Method not allowed.', ['Allow', allowed]);

  function fail(res: ServerResponse, error: unknown): void {
    log.error({ err: error }, 'tracker request failed');
    if (!res.headersSent) answers.text(res, 500, 'Something went wrong.', CLOSE);
    else res.destroy();
  }

  return { handle, counters: figures };
}

const CLOSE = ['Connection', 'close'];

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
function parseKey(text: string): string {
  const name = text.endsWith('/') ? text.slice(0, -1) : text;
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function pageLanguage(acceptLanguage: string, query: string): Language {
  const wished = new URLSearchParams(query).get('lang');
  return isLanguage(wished) ? wished : negotiateLanguage(acceptLanguage);
}
