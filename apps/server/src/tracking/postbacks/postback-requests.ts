import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { TrackerAnswers } from '../answers.ts';
import type { ClientAddress } from '../client-address.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { readBody } from '../request-body.ts';
import { readHeaders } from '../steps/read-request.ts';
import { POSTBACK_KIND, type PostbackRecord } from './postback-record.ts';
import type { PostbackVerdicts } from './postback-verdicts.ts';
import { type ArrivedPostback, type PostbackSources, type Reception, receivePostback } from './receive-postback.ts';

export interface PostbackDoor {
  sources: PostbackSources;
  postbackLog: Pick<EventLog, 'append'>;
  verdicts: Pick<PostbackVerdicts, 'of'>;
  address: ClientAddress;
  answers: TrackerAnswers;
  /** Whether an unknown campaign is surely unknown. */
  isComplete(): boolean;
  /** Called when a report is on disk. */
  onRecorded(): void;
  fail(res: ServerResponse, error: unknown): void;
}

const URL_MAX = 8_192;
const BODY_MAX = 16_384;
const RETRY_SOON = ['Retry-After', '5'];
const RETRY_IN_A_MINUTE = ['Retry-After', '60'];
const CLOSE = ['Connection', 'close'];

/** Every other word is answered with 200: the postback is recorded, and sending it again would change nothing. */
const STATUS_OF: Partial<Record<PostbackResult, number>> = { unknown_click: 404, no_click_id: 404 };

/** Reports of conversions, by an advertiser's server or by a page. Answered only when they are safe on disk. */
export function postbackRequests(door: PostbackDoor) {
  const { answers } = door;

  const arrived = (req: IncomingMessage, text: string, source: ArrivedPostback['source']): ArrivedPostback => ({
    text,
    method: req.method ?? 'GET',
    address: door.address(req.socket, readHeaders(req).forwardedFor),
    source,
    now: Date.now(),
  });

  const isRecorded = async (record: PostbackRecord): Promise<boolean> => {
    const isSafe = await door.postbackLog.append(POSTBACK_KIND, JSON.stringify(record), 'fsync');
    if (isSafe) door.onRecorded();
    return isSafe;
  };

  async function answerServer(res: ServerResponse, reception: Reception): Promise<void> {
    if (reception.kind === 'unknown_click') {
      if (door.isComplete()) answers.word(res, 404, 'unknown_click');
      else answers.word(res, 503, 'not_ready', RETRY_SOON);
    } else if (reception.kind === 'too_many') answers.word(res, 429, 'too_many', RETRY_IN_A_MINUTE);
    else if (reception.kind === 'refused') {
      if (reception.record) await isRecorded(reception.record);
      answers.word(res, STATUS_OF[reception.verdict] ?? 401, reception.verdict);
    } else {
      const verdict = door.verdicts.of(reception.record.id);
      if (!(await isRecorded(reception.record))) return answers.word(res, 503, 'not_recorded', RETRY_SOON);
      const known = (await verdict) ?? 'waiting';
      const word = known === 'waiting' ? 'queued' : known;
      const status = STATUS_OF[known] ?? 200;
      answers.word(res, status, status === 200 ? (reception.returned ?? word) : word);
    }
  }

  /** A page learns nothing but whether there was a picture. */
  async function answerPage(res: ServerResponse, reception: Reception): Promise<void> {
    const record = reception.kind === 'taken' || reception.kind === 'refused' ? reception.record : null;
    const isSafe = record === null || (await isRecorded(record));
    const status = { unknown_click: 404, too_many: 429, refused: 401, taken: 200 }[reception.kind];
    answers.picture(res, isSafe ? status : 503);
  }

  const receive = (req: IncomingMessage, text: string, source: ArrivedPostback['source']) =>
    receivePostback(door.sources, arrived(req, text, source));

  /** Handles `/postback`, `/p.gif` and `/p`; the caller has looked at the path. */
  return function onPostback(
    req: IncomingMessage,
    res: ServerResponse,
    url: string,
    source: ArrivedPostback['source'],
  ) {
    if (url.length > URL_MAX) return answers.text(res, 414, 'The address is too long.', CLOSE);
    if (req.method !== 'GET' && req.method !== 'POST') {
      return answers.text(res, 405, 'This address is not used like that.', ['Allow', 'GET, POST']);
    }
    const { isPrefetch, isPrivate } = readHeaders(req);
    if (isPrefetch) return answers.text(res, 503, 'Not ahead of the visitor.');
    if (source === 'pixel' && isPrivate) return answers.picture(res, 200);
    const answer = source === 'pixel' ? answerPage : answerServer;
    const mark = url.indexOf('?');
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const work = async (): Promise<void> => {
      if (req.method === 'GET') return answer(res, receive(req, query, source));
      const body = await readBody(req, BODY_MAX);
      if (body === null) return answers.text(res, 413, 'The report is too large.', CLOSE);
      return answer(res, receive(req, formText(req, query, body), source));
    };
    work().catch((error: unknown) => door.fail(res, error));
  };
}

/**
 * A body is a form, or a flat JSON object. What the address says besides counts only where nothing is signed: a
 * signature covers one text and no other.
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
