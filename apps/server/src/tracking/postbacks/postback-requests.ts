import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { EventLog } from '@poklik/event-log/event-log';
import type { ReadClientAddress } from '../client-address.ts';
import { readBody } from '../request-body.ts';
import type { TrackerResponses } from '../responses.ts';
import { readHeaders } from '../steps/read-request.ts';
import { POSTBACK_KIND, type PostbackRecord } from './postback-record.ts';
import type { PostbackResults } from './postback-results.ts';
import {
  type PostbackReceipt,
  type PostbackRequest,
  type PostbackSources,
  receivePostback,
} from './receive-postback.ts';

export interface PostbackContext {
  sources: PostbackSources;
  postbackLog: Pick<EventLog, 'append'>;
  results: Pick<PostbackResults, 'waitFor'>;
  address: ReadClientAddress;
  answers: TrackerResponses;
  /** Whether unknown campaigns are known not to exist. */
  isComplete(): boolean;
  /** Called when a postback is on disk. */
  onRecorded(): void;
  fail(res: ServerResponse, error: unknown): void;
}

const URL_MAX = 8_192;
const BODY_MAX = 16_384;
const RETRY_SOON = ['Retry-After', '5'];
const RETRY_IN_A_MINUTE = ['Retry-After', '60'];
const CLOSE = ['Connection', 'close'];

/** All other results are answered with 200: the postback is recorded, and sending it again would change nothing. */
const STATUS_BY_RESULT: Partial<Record<PostbackResult, number>> = { unknown_click: 404, no_click_id: 404 };

/** Handles postbacks from servers and pixels. Answers only when the postback is safely on disk. */
export function createPostbackHandler(context: PostbackContext) {
  const { answers } = context;

  const parseRequest = (req: IncomingMessage, text: string, source: PostbackRequest['source']): PostbackRequest => ({
    text,
    method: req.method ?? 'GET',
    address: context.address(req.socket, readHeaders(req).forwardedFor),
    source,
    now: Date.now(),
  });

  const isRecorded = async (record: PostbackRecord): Promise<boolean> => {
    const isSafe = await context.postbackLog.append(POSTBACK_KIND, JSON.stringify(record), 'fsync');
    if (isSafe) context.onRecorded();
    return isSafe;
  };

  async function respondToServer(res: ServerResponse, reception: PostbackReceipt): Promise<void> {
    if (reception.kind === 'unknown_click') {
      if (context.isComplete()) answers.word(res, 404, 'unknown_click');
      else answers.word(res, 503, 'not_ready', RETRY_SOON);
    } else if (reception.kind === 'too_many') answers.word(res, 429, 'too_many', RETRY_IN_A_MINUTE);
    else if (reception.kind === 'refused') {
      if (reception.record) await isRecorded(reception.record);
      answers.word(res, STATUS_BY_RESULT[reception.result] ?? 401, reception.result);
    } else {
      const result = context.results.waitFor(reception.record.id);
      if (!(await isRecorded(reception.record))) return answers.word(res, 503, 'not_recorded', RETRY_SOON);
      const known = (await result) ?? 'waiting';
      const word = known === 'waiting' ? 'queued' : known;
      const status = STATUS_BY_RESULT[known] ?? 200;
      answers.word(res, status, status === 200 ? (reception.returned ?? word) : word);
    }
  }

  /** A page only learns whether there was an image. */
  async function respondToPage(res: ServerResponse, reception: PostbackReceipt): Promise<void> {
    const record = reception.kind === 'taken' || reception.kind === 'refused' ? reception.record : null;
    const isSafe = record === null || (await isRecorded(record));
    const status = { unknown_click: 404, too_many: 429, refused: 401, taken: 200 }[reception.kind];
    answers.picture(res, isSafe ? status : 503);
  }

  const receive = (req: IncomingMessage, text: string, source: PostbackRequest['source']) =>
    receivePostback(context.sources, parseRequest(req, text, source));

  /** Handles `/postback`, `/p.gif` and `/p`; the caller has checked the path. */
  return function onPostback(
    req: IncomingMessage,
    res: ServerResponse,
    url: string,
    source: PostbackRequest['source'],
  ) {
    if (url.length > URL_MAX) return answers.text(res, 414, 'The address is too long.', CLOSE);
    if (req.method !== 'GET' && req.method !== 'POST') {
      return answers.text(res, 405, 'Method not allowed.', ['Allow', 'GET, POST']);
    }
    const { isPrefetch, isPrivate } = readHeaders(req);
    if (isPrefetch) return answers.text(res, 503, 'Not ahead of the visitor.');
    if (source === 'pixel' && isPrivate) return answers.picture(res, 200);
    const answer = source === 'pixel' ? respondToPage : respondToServer;
    const mark = url.indexOf('?');
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const work = async (): Promise<void> => {
      if (req.method === 'GET') return answer(res, receive(req, query, source));
      const body = await readBody(req, BODY_MAX);
      if (body === null) return answers.text(res, 413, 'The report is too large.', CLOSE);
      return answer(res, receive(req, formText(req, query, body), source));
    };
    work().catch((error: unknown) => context.fail(res, error));
  };
}

/**
 * A body is a form or a flat JSON object. Query parameters are added only to unsigned postbacks: a signature covers one
 * text.
 */
function formText(req: IncomingMessage, query: string, body: string): string {
  const form = (req.headers['content-type'] ?? '').includes('json') ? formOfJson(body) : body;
  if (form === '') return query;
  if (query === '' || /(^|&)sig=/.test(form)) return form;
  return /(^|&)sig=/.test(query) ? query : `${form}&${query}`;
}

function formOfJson(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return '';
    const flat = new URLSearchParams();
    for (const [name, item] of Object.entries(value)) {
      if (typeof item === 'string' || typeof item === 'number') flat.append(name, String(item));
    }
    return flat.toString();
  } catch {
    return '';
  }
}
