import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiPlatform } from '@poklik/contract/connections';
import * as z from 'zod/mini';
import { schemaOf } from './platform-schemas.fixture.ts';

/** Where each one takes events, and what it answers when all is well. */
const ROUTES: Record<
  ApiPlatform,
  { path: RegExp; token: (url: URL, headers: IncomingHttpHeaders) => unknown; ok: object }
> = {
  meta: {
    path: /^\/meta\/\d+\/events$/,
    token: (url) => url.searchParams.get('access_token'),
    ok: { events_received: 1, messages: [], fbtrace_id: 'trace' },
  },
  google: {
    path: /^\/google\/customers\/\d+:uploadClickConversions$/,
    token: (_, headers) => headers.authorization === 'Bearer fresh-token' && headers['developer-token'],
    ok: { results: [{}] },
  },
  tiktok: {
    path: /^\/tiktok\/event\/track\/$/,
    token: (_, headers) => headers['access-token'],
    ok: { code: 0, message: 'OK', request_id: 'r' },
  },
  reddit: {
    path: /^\/reddit\/pixels\/\w+\/conversion_events$/,
    token: (_, headers) => String(headers.authorization).replace('Bearer ', ''),
    ok: { data: { message: 'Successfully processed 1 conversion events.' } },
  },
  snap: {
    path: /^\/snap\/[\w-]+\/events$/,
    token: (url) => url.searchParams.get('access_token'),
    ok: { status: 'VALID' },
  },
  pinterest: {
    path: /^\/pinterest\/ad_accounts\/\d+\/events$/,
    token: (_, headers) => String(headers.authorization).replace('Bearer ', ''),
    ok: { num_events_received: 1, num_events_processed: 1, events: [{ status: 'processed' }] },
  },
  microsoft: {
    path: /^\/microsoft\/OfflineConversion(s|Adjustments)\/Apply$/,
    token: (_, headers) =>
      headers.authorization === 'Bearer fresh-token' &&
      /^\d+$/.test(String(headers.customeraccountid)) &&
      /^\d+$/.test(String(headers.customerid)) &&
      headers.developertoken,
    ok: { PartialErrors: [] },
  },
};

export const TOKEN = 'S3cret-token';

export interface StandIn {
  /** For the settings. */
  platforms: Record<ApiPlatform | 'googleToken' | 'microsoftToken' | 'vies', string>;
  /** Events that were accepted. */
  // biome-ignore lint/suspicious/noExplicitAny: each platform has its own shape
  received: { platform: ApiPlatform; body: any; url: string }[];
  /** The next answers, instead of the usual one. */
  answers: { status: number; body: object | string }[];
  /** How often a token was asked for. */
  tokens: number;
  /** What the next token comes with, as Microsoft does it. */
  nextRefreshToken: string | undefined;
  close(): void;
}

/** A server that stands in for all ad platforms: it accepts only what is described above. */
export async function startStandIn(): Promise<StandIn> {
  const state: Pick<StandIn, 'received' | 'answers' | 'tokens' | 'nextRefreshToken'> = {
    ...{ received: [], answers: [], tokens: 0, nextRefreshToken: undefined },
  };
  const answer = (
    path: string,
    headers: IncomingHttpHeaders,
    text: string,
  ): { status: number; body: object | string } => {
    const url = new URL(path, 'http://stand-in');
    if (url.pathname === '/token') {
      state.tokens += 1;
      const form = new URLSearchParams(text);
      const isKnown = form.get('refresh_token') === TOKEN && form.get('client_id') === 'client';
      if (!isKnown) return { status: 400, body: { error: 'invalid_grant' } };
      const next = state.nextRefreshToken;
      const token = { access_token: 'fresh-token', expires_in: 3_599, token_type: 'Bearer' };
      return { status: 200, body: { ...token, ...(next && { refresh_token: next }) } };
    }
    const platform = (Object.keys(ROUTES) as ApiPlatform[]).find((each) => ROUTES[each].path.test(url.pathname));
    if (!platform) return { status: 404, body: { error: { message: `nothing at ${path}` } } };
    const planned = state.answers.shift();
    if (planned) return planned;
    if (ROUTES[platform].token(url, headers) !== TOKEN) return { status: 401, body: { error: { code: 190 } } };
    const parsed = schemaOf(platform, url.pathname).safeParse(JSON.parse(text));
    if (!parsed.success) return { status: 422, body: z.prettifyError(parsed.error) };
    state.received.push({ platform, body: parsed.data, url: path });
    return { status: 200, body: ROUTES[platform].ok };
  };
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk) => {
      text += chunk;
    });
    req.on('end', () => {
      const { status, body } = answer(req.url ?? '', req.headers, text);
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    platforms: {
      ...{ meta: `${base}/meta`, google: `${base}/google`, tiktok: `${base}/tiktok`, reddit: `${base}/reddit` },
      ...{ snap: `${base}/snap`, pinterest: `${base}/pinterest`, microsoft: `${base}/microsoft` },
      ...{ googleToken: `${base}/token`, microsoftToken: `${base}/token`, vies: `${base}/vies` },
    },
    close: () => server.close(),
  });
}
