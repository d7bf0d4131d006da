import type { IncomingMessage, ServerResponse } from 'node:http';
import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { readBody } from './request-body.ts';
import { CLOSE, type TrackerContext } from './request-context.ts';
import { readHeaders } from './request-headers.ts';
import { NOT_RECORDED } from './responses.ts';
import { answerServerVisit } from './server-visit-requests.ts';
import { handleScriptVisit, type KnownVisit, type ScriptVisit } from './visits/script-visit.ts';

const BODY_MAX = 16_384;
/** Without credentials: cookies of the tracker never reach a page of another site. */
const ANY_PAGE: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
];

/** A visit of a page that its script tells, or with a key a server. */
export function answerVisit(context: TrackerContext, req: IncomingMessage, res: ServerResponse) {
  void readBody(req, BODY_MAX)
    .then((body) => {
      if (body === null) return context.answers.text(res, 413, 'The visit is too large.', CLOSE);
      if (req.headers.authorization === undefined) answerScriptVisit(context, req, res, body);
      else answerServerVisit(context, { res, body, authorization: req.headers.authorization });
    })
    .catch((error: unknown) => context.fail(res, error));
}

function answerScriptVisit(context: TrackerContext, req: IncomingMessage, res: ServerResponse, body: string) {
  const { answers, counters } = context;
  const headers = readHeaders(req);
  const outcome = handleScriptVisit(context.clicks, readVisit(body, req.headers.origin ?? ''), {
    address: context.address(req.socket, headers.forwardedFor),
    userAgent: headers.userAgent,
    acceptLanguage: headers.acceptLanguage,
    now: Date.now(),
    isPrefetch: headers.isPrefetch,
    isPrivate: headers.isPrivate,
  });
  const answer = ({ clickId, pass, tag, cookies }: KnownVisit, more: readonly string[] = []) =>
    answers.json(res, 200, { click_id: clickId, pass, tag }, [
      ...ANY_PAGE,
      ...cookies.flatMap((cookie) => ['Set-Cookie', cookie]),
      ...more,
    ]);
  switch (outcome.kind) {
    case 'nothing':
      return answers.nothing(res, ANY_PAGE);
    case 'over_limit':
      counters.overLimit += 1;
      context.warnOverLimit();
      return answers.nothing(res, [...ANY_PAGE, ...NOT_RECORDED]);
    case 'blocked':
      counters.blocked += 1;
      return context.record(res, RECORD_KINDS.click, outcome.record, () => answers.nothing(res, ANY_PAGE));
    case 'known':
      return answer(outcome);
    case 'click':
      counters.redirected += 1;
      if (outcome.isExcluded) counters.excluded += 1;
      // Appended first, so the log never has the click without them.
      if (outcome.idsRecord !== '') void context.eventLog.append(RECORD_KINDS.clickIds, outcome.idsRecord);
      return context.record(res, RECORD_KINDS.click, outcome.record, (isRecorded) =>
        answer(outcome, isRecorded ? [] : NOT_RECORDED),
      );
  }
}

/** The first of repeated fields counts. */
function readVisit(body: string, origin: string): ScriptVisit {
  const values = new URLSearchParams(body);
  const read = (name: string): string => values.get(name) ?? '';
  return {
    ...{ key: read('k'), landerKey: read('l'), query: read('q').replace(/^\?/, ''), path: read('p') },
    ...{
      referrer: read('r'),
      pass: read('pass'),
      clickId: read('c'),
      tag: read('tag'),
      consent: read('consent'),
      origin,
    },
  };
}
