import type { ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@poklik/contract/errors';
import { ServerVisit } from '@poklik/contract/server-visit';
import { RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { parseAddress } from '@poklik/domain/ip/ip-address';
import type { CompiledCampaign } from './campaigns/compiled-campaign.ts';
import { isEqual } from './postbacks/postback-signature.ts';
import type { TrackerContext } from './request-context.ts';
import { NOT_RECORDED } from './responses.ts';
import { findLander } from './visits/script-visit.ts';
import { handleServerVisit } from './visits/server-visit.ts';

const BEARER = /^Bearer +(\S+)$/i;
const RETRY_LATER = ['Retry-After', '60'];
const REPEATED = ['X-Poklik-Repeated', 'yes'];

/** Developers read these, so they are in English, as the API's own are without a language. */
const MESSAGES = {
  unauthenticated: 'The key is unknown. Send the postback key of the campaign or of the account.',
  not_found: 'The key has no such campaign.',
  invalid_request: 'Some fields are invalid.',
  too_many_requests: 'Too many visits of this campaign. Try again in a minute.',
} as const satisfies Partial<Record<ErrorCode, string>>;

interface ServerRequest {
  res: ServerResponse;
  body: string;
  authorization: string;
}

/** A visit that a server reports: a click, and where to send the visitor. */
export function answerServerVisit(context: TrackerContext, { res, body, authorization }: ServerRequest) {
  const { answers, clicks, serverVisits } = context;
  const fail = (code: keyof typeof MESSAGES, errors?: ErrorBody['errors'], more?: readonly string[]) =>
    answers.json(
      res,
      ERROR_STATUS[code],
      { message: MESSAGES[code], code, ...(errors && { errors }) } satisfies ErrorBody,
      more,
    );
  const now = Date.now();
  const ownsCampaign = readKey(context, BEARER.exec(authorization)?.[1] ?? '', now);
  if (!ownsCampaign) return fail('unauthenticated');
  const read = readVisit(body);
  if ('errors' in read) return fail('invalid_request', read.errors);
  const { visit, address } = read;
  const campaign = clicks.campaigns.find(visit.campaign);
  if (!campaign || !ownsCampaign(campaign)) return fail('not_found');
  const { request_id: requestId } = visit;
  const before = requestId === undefined ? undefined : serverVisits.made.find(campaign.id, requestId);
  if (before) return answers.json(res, 201, before, REPEATED);
  if (!serverVisits.rate.take(campaign.id, now)) return fail('too_many_requests', undefined, RETRY_LATER);
  const lander = findLander(clicks, campaign, visit.lander ?? '');
  if (visit.lander !== undefined && !lander) return fail('invalid_request', { lander: ['There is no such lander.'] });
  const outcome = handleServerVisit(clicks, { campaign, lander, visit, address, now });
  if (outcome.kind !== 'click') return fail('not_found');
  const { click, record, idsRecord } = outcome;
  if (requestId !== undefined) serverVisits.made.keep(campaign.id, requestId, click);
  count(context, outcome.outcome);
  if (idsRecord !== '') void context.eventLog.append(RECORD_KINDS.clickIds, idsRecord);
  context.record(res, RECORD_KINDS.click, record, (isRecorded) =>
    answers.json(res, 201, click, isRecorded ? [] : NOT_RECORDED),
  );
}

function count({ counters }: TrackerContext, outcome: ClickOutcome): void {
  if (outcome === ClickOutcome.blocked) counters.blocked += 1;
  else counters.redirected += 1;
  if (outcome === ClickOutcome.excluded) counters.excluded += 1;
}

/** Which campaigns the key stands for; undefined for an unknown key. */
function readKey(
  { postbacks: { sources } }: TrackerContext,
  key: string,
  now: number,
): ((campaign: CompiledCampaign) => boolean) | undefined {
  if (key === '') return undefined;
  if (sources.campaigns.findByPostbackKey(key)) return ({ postbackKey }) => isEqual(key, postbackKey);
  const owner = sources.keys.findAccountKey(key, now);
  return owner && (({ accountId }) => accountId === owner.accountId);
}

/** Every field with what is wrong with it. */
function readVisit(body: string) {
  const parsed = ServerVisit.safeParse(parseJson(body));
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { errors: Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'body', [message]])) };
  }
  const address = parseAddress(parsed.data.ip.trim());
  return address ? { visit: parsed.data, address } : { errors: { ip: ['Send an IPv4 or IPv6 address.'] } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
