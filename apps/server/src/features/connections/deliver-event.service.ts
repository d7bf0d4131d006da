import type { DeliveryReason } from '@poklik/contract/outgoing';
import { PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';
import { readAnswer } from '@poklik/domain/connections/platforms';
import { partOf } from '@poklik/domain/connections/source-event';
import {
  fillSecrets,
  maskValues,
  type OutgoingRequest,
  sentHeaders,
} from '@poklik/domain/conversions/outgoing-postback';
import { guardedRequest } from '../../outgoing/guarded-request.ts';
import type { Services } from '../../services.ts';
import { type ConnectionRow, findConnection, findSentConversion, replaceRefreshToken } from './connections.repo.ts';
import { prepareEvent } from './source-event.service.ts';

type Tools = Pick<Services, 'db' | 'secrets' | 'config' | 'clickhouse'>;

export interface EventDelivery {
  state: 'sent' | 'retry' | 'failed' | 'skipped';
  reason: DeliveryReason | null;
  /** With secrets as macros; null if there was nothing to send. */
  request: OutgoingRequest | null;
  answer: number | null;
  /** Secrets are masked. */
  answerBody: string;
}

const UNSENT = { request: null, answer: null, answerBody: '' };
const skipped = (reason: DeliveryReason): EventDelivery => ({ ...UNSENT, state: 'skipped', reason });

/** Sends a conversion as it is now. Throws if a database or the platform can't be reached. */
export async function deliverEvent(
  tools: Tools,
  { accountId, connectionId, conversionId }: { accountId: number; connectionId: number; conversionId: string },
  signal: AbortSignal,
): Promise<EventDelivery> {
  const connection = await findConnection(tools.db, accountId, connectionId);
  const sent = await findSentConversion(tools.db, { accountId, campaignIds: null }, conversionId);
  if (!connection || !sent) return skipped('inactive');
  const prepared = await prepareEvent(tools, connection, sent);
  if ('skipped' in prepared) return skipped(prepared.skipped);
  const { request } = prepared;
  const secrets = openCredentials(tools, connection);
  if (PLATFORM_FIELDS[connection.platform].credentials.includes('refresh_token')) {
    const token = await getAccessToken(tools, connection, secrets, signal);
    if (typeof token !== 'string') return { ...token, request };
    secrets.set('access_token', token);
  }
  const filled = fillSecrets(request, (name) => secrets.get(name) ?? '');
  const answer = await send(tools, filled, signal);
  const reading = readAnswer(connection.platform, answer);
  return {
    ...{ request, answer: answer.status, answerBody: maskValues(answer.body, [...secrets.values()]) },
    ...{ state: reading.state, reason: 'reason' in reading ? reading.reason : null },
  };
}

const openCredentials = ({ secrets }: Tools, { credentials }: ConnectionRow): Map<string, string> =>
  new Map(Object.entries(credentials).map(([name, sealed]) => [name, secrets.open(sealed)]));

async function send({ config }: Tools, filled: OutgoingRequest, signal: AbortSignal) {
  const { url, method, body } = filled;
  const headers = sentHeaders(filled);
  const answer = await guardedRequest(url, { method, body, headers, isBodyWanted: true, ...config.outgoing, signal });
  return { status: answer.status, body: answer.body ?? '' };
}

interface KeptToken {
  token: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** By connection and its last change. A process that starts asks for new ones. */
const keptTokens = new Map<string, KeptToken>();
const TOKENS_MAX = 1_000;
const EARLY_MS = 60_000;
const MICROSOFT_SCOPE = 'https://ads.microsoft.com/msads.manage offline_access';

/** The token, or why there is none. */
async function getAccessToken(
  tools: Tools,
  { id, platform, updatedAt, settings, credentials }: ConnectionRow,
  secrets: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<string | Omit<EventDelivery, 'request'>> {
  const key = `${id} ${updatedAt.getTime()}`;
  const kept = keptTokens.get(key);
  if (kept && kept.until > Date.now()) return kept.token;
  const form = new URLSearchParams({
    ...{ grant_type: 'refresh_token', client_id: settings.client_id ?? '' },
    client_secret: secrets.get('client_secret') ?? '',
    refresh_token: secrets.get('refresh_token') ?? '',
    ...(platform === 'microsoft' && { scope: MICROSOFT_SCOPE }),
  });
  const { googleToken, microsoftToken } = tools.config.platforms;
  const url = platform === 'microsoft' ? microsoftToken : googleToken;
  const request: OutgoingRequest = { method: 'POST', url, headers: [], body_type: 'form', body: form.toString() };
  const answer = await send(tools, request, signal);
  const parsed = answer.status === 200 ? parseAnswer(answer.body) : undefined;
  const [token, seconds] = [partOf(parsed, 'access_token'), partOf(parsed, 'expires_in')];
  const next = partOf(parsed, 'refresh_token');
  if (typeof token !== 'string' || typeof seconds !== 'number') {
    const isLater = answer.status >= 500 || answer.status === 429;
    const answerBody = maskValues(answer.body, [...secrets.values()]);
    if (isLater) return { state: 'retry', reason: 'unavailable', answer: answer.status, answerBody };
    return { state: 'failed', reason: 'bad_token', answer: answer.status, answerBody };
  }
  const old = credentials.refresh_token;
  // Microsoft gives a new one every time, and the old one ends after 90 days.
  if (typeof next === 'string' && next !== '' && old !== undefined && next !== secrets.get('refresh_token'))
    await replaceRefreshToken(tools.db, id, { old, sealed: tools.secrets.seal(next) });
  if (keptTokens.size >= TOKENS_MAX) keptTokens.clear();
  keptTokens.set(key, { token, until: Date.now() + seconds * 1000 - EARLY_MS });
  return token;
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
