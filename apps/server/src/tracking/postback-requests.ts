import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import { POSTBACK_KIND, type PostbackRecord } from './postbacks/postback-record.ts';
import { type PostbackReceipt, type PostbackRequest, receivePostback } from './postbacks/receive-postback.ts';
import { readBody } from './request-body.ts';
import { CLOSE, parseKey, type TrackerContext } from './request-context.ts';
import { readHeaders } from './request-headers.ts';

const BODY_MAX = 16_384;
const RETRY_SOON = ['Retry-After', '5'];
const RETRY_IN_A_MINUTE = ['Retry-After', '60'];

/** All other results are answered with 200: the postback is recorded, and sending it again would change nothing. */
const STATUS_BY_RESULT: Partial<Record<PostbackResult, number>> = { unknown_click: 404, no_click_id: 404 };

/** A postback from a server. Answered only when it is safely on disk. */
export function answerPostback(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  if (readHeaders(req).isPrefetch) return rejectPrefetch(context, res);
  receive(context, req, { url, source: 'postback' })
    .then((receipt) => (receipt === null ? rejectBody(context, res) : respondToServer(context, res, receipt)))
    .catch((error: unknown) => context.fail(res, error));
}

const KEYED_PREFIX = '/postback/n/'.length;

/** The key is in the path, because some networks cannot add parameters. */
export const answerNetworkPostback = (
  context: TrackerContext,
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
): void => answerKeyed(context, req, res, { url, kind: 'network' });

export const answerAccountPostback = (
  context: TrackerContext,
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
): void => answerKeyed(context, req, res, { url, kind: 'account' });

function answerKeyed(
  context: TrackerContext,
  req: IncomingMessage,
  res: ServerResponse,
  { url, kind }: { url: string; kind: 'network' | 'account' },
): void {
  if (readHeaders(req).isPrefetch) {
    rejectPrefetch(context, res);
    return;
  }
  const [path = ''] = url.split('?', 1);
  receive(context, req, { url, source: 'postback', sentTo: { kind, key: parseKey(path.slice(KEYED_PREFIX)) } })
    .then((receipt) => (receipt === null ? rejectBody(context, res) : respondToServer(context, res, receipt)))
    .catch((error: unknown) => context.fail(res, error));
}

/** A postback from a page, which only learns whether there was an image. */
export function answerPixel(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  const { isPrefetch, isPrivate } = readHeaders(req);
  if (isPrefetch) return rejectPrefetch(context, res);
  if (isPrivate) return context.answers.picture(res, 200);
  receive(context, req, { url, source: 'pixel' })
    .then((receipt) => (receipt === null ? rejectBody(context, res) : respondToPage(context, res, receipt)))
    .catch((error: unknown) => context.fail(res, error));
}

const rejectPrefetch = ({ answers }: TrackerContext, res: ServerResponse): void =>
  answers.text(res, 503, 'Not ahead of the visitor.');

const rejectBody = ({ answers }: TrackerContext, res: ServerResponse): void =>
  answers.text(res, 413, 'The report is too large.', CLOSE);

/** Checks the postback in the query or the body; null if the body is too long or aborted. */
async function receive(
  context: TrackerContext,
  req: IncomingMessage,
  { url, ...kind }: Pick<PostbackRequest, 'source' | 'sentTo'> & { url: string },
): Promise<PostbackReceipt | null> {
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const body = req.method === 'POST' ? await readBody(req, BODY_MAX) : undefined;
  if (body === null) return null;
  const receipt = receivePostback(context.postbacks.sources, {
    text: body === undefined ? query : formText(req, query, body),
    method: req.method ?? 'GET',
    address: context.address(req.socket, readHeaders(req).forwardedFor),
    ...kind,
    now: Date.now(),
  });
  if (receipt.kind !== 'taken')
    context.observers?.onPostbackRejected(receipt.kind === 'refused' ? receipt.result : receipt.kind);
  return receipt;
}

async function respondToServer(context: TrackerContext, res: ServerResponse, receipt: PostbackReceipt): Promise<void> {
  const { answers, postbacks } = context;
  if (receipt.kind === 'unknown_click') {
    if (context.isComplete()) answers.word(res, 404, 'unknown_click');
    else answers.word(res, 503, 'not_ready', RETRY_SOON);
  } else if (receipt.kind === 'too_many') answers.word(res, 429, 'too_many', RETRY_IN_A_MINUTE);
  else if (receipt.kind === 'refused') {
    if (receipt.record) await recordPostback(context, receipt.record);
    answers.word(res, STATUS_BY_RESULT[receipt.told] ?? 401, receipt.told);
  } else {
    const result = postbacks.results.waitFor(receipt.record.id);
    if (!(await recordPostback(context, receipt.record))) return answers.word(res, 503, 'not_recorded', RETRY_SOON);
    const known = (await result) ?? 'waiting';
    const word = known === 'waiting' ? 'queued' : known;
    const status = STATUS_BY_RESULT[known] ?? 200;
    answers.word(res, status, status === 200 ? (receipt.returned ?? word) : word);
  }
}

async function respondToPage(context: TrackerContext, res: ServerResponse, receipt: PostbackReceipt): Promise<void> {
  const record = receipt.kind === 'taken' || receipt.kind === 'refused' ? receipt.record : null;
  const isSafe = record === null || (await recordPostback(context, record));
  const refused = receipt.kind === 'refused' ? (STATUS_BY_RESULT[receipt.told] ?? 401) : 401;
  const status = { unknown_click: 404, too_many: 429, refused, taken: 200 }[receipt.kind];
  context.answers.picture(res, isSafe ? status : 503);
}

/** Whether the postback is on disk. */
async function recordPostback({ postbacks }: TrackerContext, record: PostbackRecord): Promise<boolean> {
  const isSafe = await postbacks.postbackLog.append(POSTBACK_KIND, JSON.stringify(record), 'fsync');
  if (isSafe) postbacks.onRecorded();
  return isSafe;
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
