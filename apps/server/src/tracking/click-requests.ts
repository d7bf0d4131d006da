import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { isLanguage } from '@poklik/contract/language';
import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { listChain } from '@poklik/domain/offers/reach-offer';
import { negotiateLanguage } from '../http/language.ts';
import { DropReason } from './clicks/click-context.ts';
import type { ClickResponse } from './clicks/click-pipeline.ts';
import { getCampaignTraffic } from './clicks/steps/campaign-state.ts';
import { RANDOM_RANGE } from './clicks/steps/choose-destination.ts';
import { answerAdHit } from './landing-requests.ts';
import { messagePage } from './pages/message-page.ts';
import type { PageFrame } from './pages/page-frame.ts';
import { transparencyPage } from './pages/transparency-page.ts';
import { parseKey, type TrackerContext } from './request-context.ts';
import { type RequestHeaders, readHeaders } from './request-headers.ts';

const LINK_PATH = '/c/';

export interface LinkRequest {
  key: string;
  query: string;
  headers: RequestHeaders;
}

/** Answers a tracking link; with a `+` after its key, the public page that lists where it leads. */
export function answerLink(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const key = parseKey(url.slice(LINK_PATH.length, mark < 0 ? url.length : mark));
  const headers = readHeaders(req);
  if (key.endsWith('+')) answerRoutingPage(context, res, { key: key.slice(0, -1), query, headers });
  else answerClick(context, req, res, { key, query, headers });
}

function answerClick(context: TrackerContext, req: IncomingMessage, res: ServerResponse, link: LinkRequest) {
  const { answers, counters } = context;
  const { headers } = link;
  const isClick = req.method === 'GET';
  const startedAt = isClick ? context.startTimer() : undefined;
  const outcome = context.pipeline.handle({
    key: link.key,
    query: link.query,
    address: context.address(req.socket, headers.forwardedFor),
    userAgent: headers.userAgent,
    acceptLanguage: headers.acceptLanguage,
    referrer: headers.referrer,
    cookie: headers.cookie,
    now: Date.now(),
    random: Math.floor(Math.random() * RANDOM_RANGE),
    isClick,
    isPrefetch: headers.isPrefetch,
    isPrivate: headers.isPrivate,
  });
  if (outcome.kind === 'dropped') return answerDropped(context, { req, res, link }, { ...outcome, isClick });
  const { location, cookies } = outcome;
  if (!isClick) return answers.redirect(res, location, cookies, false);
  counters.redirected += 1;
  if (outcome.isExcluded) counters.excluded += 1;
  // Appended first, so the log never has the click without them.
  if (outcome.idsRecord !== '') void context.eventLog.append(RECORD_KINDS.clickIds, outcome.idsRecord);
  context.record(res, RECORD_KINDS.click, outcome.record, (isRecorded) => {
    answers.redirect(res, location, cookies, isRecorded);
    if (startedAt !== undefined) context.observers?.onClickTimed((performance.now() - startedAt) / 1000);
  });
}

function answerDropped(
  context: TrackerContext,
  { req, res, link }: { req: IncomingMessage; res: ServerResponse; link: LinkRequest },
  { reason, record, isClick }: Extract<ClickResponse, { kind: 'dropped' }> & { isClick: boolean },
) {
  const { answers, counters } = context;
  switch (reason) {
    case DropReason.prefetch:
      return answers.text(res, 503, 'Prefetch is not supported.');
    case DropReason.blocked:
      if (!isClick) return answers.text(res, 403, 'Forbidden');
      counters.blocked += 1;
      return context.record(res, RECORD_KINDS.click, record, () => answers.text(res, 403, 'Forbidden'));
    case DropReason.adHit:
      return answerAdHit(context, req, res, link);
    case DropReason.unknownLink:
    case DropReason.draft:
      return answerMissing(context, res, link);
    case DropReason.paused:
    case DropReason.archived:
    case DropReason.notStarted:
    case DropReason.ended:
    case DropReason.capped:
      return answers.page(res, 410, messagePage(pageFrameOf(context, link), 'gone'));
  }
}

export function answerMissing(context: TrackerContext, res: ServerResponse, link: LinkRequest) {
  const frame = pageFrameOf(context, link);
  context.counters.unknown += 1;
  if (context.isComplete()) context.answers.page(res, 404, messagePage(frame, 'missing'));
  else context.answers.page(res, 503, messagePage(frame, 'unready'), ['Retry-After', '5']);
}

/** The public page that lists every rule and destination of a link. */
function answerRoutingPage(context: TrackerContext, res: ServerResponse, link: LinkRequest) {
  const { clicks, stored, answers } = context;
  const campaign = clicks.campaigns.find(link.key);
  const now = Date.now();
  const traffic = campaign && getCampaignTraffic(campaign, clicks.counts, now, campaign.clock(now).day);
  if (!campaign || !traffic || traffic.answer === 'missing') return answerMissing(context, res, link);
  const { id } = campaign;
  const { state } = traffic;
  const frame = pageFrameOf(context, link);
  const address = `${context.trackingUrl()}${LINK_PATH}${campaign.key}`;
  const findOffer = clicks.offers.find;
  const findLander = clicks.landers.find;
  const offers = campaign.offerIds.flatMap((offerId) => listChain(offerId, findOffer));
  const landers = campaign.landerIds.map((landerId) => `${landerId} ${findLander(landerId)?.mark}`);
  const marks = [stored.findMark(id), ...offers.map((offer) => `${offer.id} ${offer.mark}`), ...landers].join();
  context
    .cachePage(`${id} ${marks} ${state} ${frame.language}`, () => {
      // The campaign was found by its key in the same turn.
      const settings = stored.findSettings(id) as CampaignSettings;
      return transparencyPage(frame, { link: address, settings, state, findOffer, findLander });
    })
    .then((page) => answers.page(res, 200, page))
    .catch((error: unknown) => context.fail(res, error));
}

export function pageFrameOf(
  { appName, isUnbranded = false }: TrackerContext,
  { headers, query }: LinkRequest,
): PageFrame {
  const wished = new URLSearchParams(query).get('lang');
  return {
    appName: appName(),
    isUnbranded,
    language: isLanguage(wished) ? wished : negotiateLanguage(headers.acceptLanguage),
  };
}
