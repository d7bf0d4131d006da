import type { IncomingMessage, ServerResponse } from 'node:http';
import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { LANDING_SCRIPT, LANDING_SCRIPT_TAG } from './landing/landing-script.ts';
import { adHitRecord, impressionRecord, OVER_LIMIT, pageEventRecord, pageIdsRecord } from './landing/page-event.ts';
import { readBody } from './request-body.ts';
import { CLOSE, parseKey, type TrackerContext } from './request-context.ts';
import { type RequestHeaders, readHeaders } from './request-headers.ts';
import { NOT_RECORDED } from './responses.ts';
import { adHitLocation } from './visits/ad-hit.ts';

const READ_MAX = 8_192;
const BODY_MAX = 4_096;
const IMPRESSION_PICTURE = /^\/i\/([^/?]+)\.gif$/;

export function answerImpression(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  const { clicks, answers } = context;
  const key = IMPRESSION_PICTURE.exec(url.slice(0, READ_MAX).split('?', 1)[0] ?? '')?.[1];
  if (key === undefined || !clicks.campaigns.find(parseKey(key))) return answers.picture(res, 404);
  if (req.method === 'HEAD') return answers.picture(res, 200);
  const headers = readHeaders(req);
  recordEvent(
    context,
    res,
    {
      headers,
      kind: RECORD_KINDS.pageEvent,
      read: () => impressionRecord(clicks, parseKey(key), pageVisit(context, req, headers)),
    },
    (more) => answers.picture(res, 200, more),
  );
}

/** The link of an ad whose page is opened at the same time, with what the campaign's owner allows to lead to. */
export function answerAdHit(
  context: TrackerContext,
  req: IncomingMessage,
  res: ServerResponse,
  { key, query, headers }: { key: string; query: string; headers: RequestHeaders },
) {
  const { clicks, answers } = context;
  const campaign = clicks.campaigns.find(key);
  // It was found in the same turn.
  if (!campaign) throw new Error('the campaign of an ad hit is gone');
  const location = adHitLocation(campaign, query);
  if (req.method === 'HEAD') return answers.redirect(res, location, [], false);
  const read = () => adHitRecord(clicks, campaign, pageVisit(context, req, headers));
  recordEvent(context, res, { headers, kind: RECORD_KINDS.pageEvent, read }, (more) =>
    answers.redirect(res, location, [], more === undefined),
  );
}

/** An event of a landing page, in the query or the body. Without a name it tells identifiers and consent. */
export function answerPageEvent(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  const { clicks, answers } = context;
  const headers = readHeaders(req);
  const eventOf = (text: string): PageEvent => ({
    headers,
    kind: isNamed(text) ? RECORD_KINDS.pageEvent : RECORD_KINDS.clickIds,
    read: () => (isNamed(text) ? pageEventRecord : pageIdsRecord)(clicks, text, pageVisit(context, req, headers)),
  });
  if (req.method === 'GET')
    return recordEvent(context, res, eventOf(url.slice(3, READ_MAX)), (more) => answers.picture(res, 200, more));
  void readBody(req, BODY_MAX)
    .then((body) => {
      if (body === null) return answers.text(res, 413, 'The event is too large.', CLOSE);
      recordEvent(context, res, eventOf(body), (more) => answers.nothing(res, more));
    })
    .catch((error: unknown) => context.fail(res, error));
}

const isNamed = (text: string): boolean => /(?:^|&)n=/.test(text);

export function answerScript({ answers }: TrackerContext, req: IncomingMessage, res: ServerResponse) {
  answers.script(res, LANDING_SCRIPT, LANDING_SCRIPT_TAG, req.headers['if-none-match'] === LANDING_SCRIPT_TAG);
}

const pageVisit = (context: TrackerContext, req: IncomingMessage, { userAgent, forwardedFor }: RequestHeaders) => ({
  address: context.address(req.socket, forwardedFor),
  userAgent,
  now: Date.now(),
});

interface PageEvent {
  headers: RequestHeaders;
  kind: typeof RECORD_KINDS.pageEvent | typeof RECORD_KINDS.clickIds;
  read(): ReturnType<typeof pageEventRecord>;
}

/** Visitors with Do Not Track and prefetches get the same response, but nothing is recorded. */
function recordEvent(
  context: TrackerContext,
  res: ServerResponse,
  { headers, kind, read }: PageEvent,
  answer: (more?: readonly string[]) => void,
) {
  const text = headers.isPrivate || headers.isPrefetch ? undefined : read();
  if (text === undefined) return answer();
  if (text === OVER_LIMIT) {
    context.counters.overLimit += 1;
    context.warnOverLimit();
    return answer(NOT_RECORDED);
  }
  if (kind === RECORD_KINDS.pageEvent) context.counters.pageEvents += 1;
  context.record(res, kind, text, (isRecorded) => answer(isRecorded ? undefined : NOT_RECORDED));
}
