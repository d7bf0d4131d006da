import type { IncomingMessage, ServerResponse } from 'node:http';
import { LANDER_SLOTS_MAX } from '@poklik/contract/routing';
import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { answerMissing, type LinkRequest, pageFrameOf } from './click-requests.ts';
import { RANDOM_RANGE } from './clicks/steps/choose-destination.ts';
import { messagePage } from './pages/message-page.ts';
import type { TrackerContext } from './request-context.ts';
import { readHeaders } from './request-headers.ts';
import { handleSecondClick } from './second-clicks/second-click.ts';
import type { FirstRecords } from './second-clicks/second-visit.ts';

const PATH = /^\/o(?:\/(\d{1,2})?)?$/;

/** Answers a link of a lander: `/o` is its first one, `/o/2` its second. */
export function answerSecondClick(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const path = mark < 0 ? url : url.slice(0, mark);
  const headers = readHeaders(req);
  const link: LinkRequest = { key: '', query, headers };
  const found = PATH.exec(path);
  const slot = Number(found?.[1] ?? 1);
  if (!found || slot < 1 || slot > LANDER_SLOTS_MAX) return answerMissing(context, res, link);
  const isClick = req.method === 'GET';
  const { answers, counters } = context;
  const outcome = handleSecondClick(context.clicks, {
    ...{ slot, query, isClick },
    address: context.address(req.socket, headers.forwardedFor),
    userAgent: headers.userAgent,
    acceptLanguage: headers.acceptLanguage,
    referrer: headers.referrer,
    cookie: headers.cookie,
    now: Date.now(),
    random: Math.floor(Math.random() * RANDOM_RANGE),
    isPrefetch: headers.isPrefetch,
    isPrivate: headers.isPrivate,
  });
  switch (outcome.kind) {
    case 'prefetch':
      return answers.text(res, 503, 'Prefetch is not supported.');
    case 'unknown':
      return answerMissing(context, res, link);
    case 'gone':
      return answers.page(res, 410, messagePage(pageFrameOf(context, link), 'gone'));
    case 'blocked': {
      const answer = () => answers.text(res, 403, 'Forbidden');
      if (!isClick) return answer();
      counters.blocked += 1;
      return record(context, res, { first: outcome.first, record: outcome.record, answer });
    }
    case 'redirect': {
      const { location, cookies } = outcome;
      if (!isClick) return answers.redirect(res, location, cookies, false);
      counters.redirected += 1;
      if (outcome.isExcluded) counters.excluded += 1;
      const answer = (isRecorded: boolean) => answers.redirect(res, location, cookies, isRecorded);
      return record(context, res, { first: outcome.first, record: outcome.record, answer });
    }
  }
}

interface Recording {
  first: FirstRecords | null;
  record: string;
  answer(isRecorded: boolean): void;
}

/** The click before its step, because the log keeps their order. */
function record(context: TrackerContext, res: ServerResponse, { first, record: step, answer }: Recording): void {
  const { eventLog } = context;
  if (first && first.idsRecord !== '') void eventLog.append(RECORD_KINDS.clickIds, first.idsRecord);
  if (first && step === '') context.record(res, RECORD_KINDS.click, first.record, answer);
  else {
    if (first) void eventLog.append(RECORD_KINDS.click, first.record);
    context.record(res, RECORD_KINDS.step, step, answer);
  }
}
