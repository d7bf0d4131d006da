import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiPlatform } from '@poklik/contract/connections';
import * as z from 'zod/mini';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Money = { value: z.number().check(z.minimum(0)), currency: z.string().check(z.regex(/^[A-Z]{3}$/)) };
const Text = z.string().check(z.minLength(1));

/**
 * What each platform accepts, as far as its description could be seen on 2026-11-19. Other fields are errors. No
 * platform has been sent anything, so where only others describe it, this may differ from what it takes.
 */
const SCHEMAS: Record<ApiPlatform, z.ZodMiniType> = {
  // Stored copies of Meta's own pages below developers.facebook.com/docs/marketing-api/conversions-api/parameters.
  meta: z.strictObject({
    data: z
      .array(
        z.strictObject({
          event_name: Text,
          event_time: z.int(),
          event_id: Text,
          action_source: z.literal('website'),
          event_source_url: z.url(),
          user_data: z.strictObject({
            fbc: z.optional(z.string().check(z.regex(/^fb\.\d\.\d{13}\..+$/))),
            fbp: z.optional(z.string().check(z.regex(/^fb\.\d\.\d{13}\.\d+$/))),
            client_user_agent: Text,
            em: z.optional(z.array(Hash)),
            ph: z.optional(z.array(Hash)),
          }),
          custom_data: z.strictObject(Money),
        }),
      )
      .check(z.length(1)),
    test_event_code: z.optional(Text),
  }),
  // Google's own conversion_upload_service.proto of v23 (github.com/googleapis/googleapis), and a stored copy of its page
  // ClickConversionResult of v26. The page UploadClickConversionsRequest of v26 was not seen.
  google: z.strictObject({
    conversions: z
      .array(
        z.strictObject({
          gclid: z.optional(Text),
          gbraid: z.optional(Text),
          wbraid: z.optional(Text),
          conversionAction: z.string().check(z.regex(/^customers\/\d+\/conversionActions\/\d+$/)),
          conversionDateTime: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/)),
          conversionValue: Money.value,
          currencyCode: Money.currency,
          orderId: Text,
        }),
      )
      .check(z.length(1)),
    partialFailure: z.literal(true),
  }),
  // TikTok's own page (business-api.tiktok.com/portal/docs?id=1771100865818625) was not seen: this is what documentation
  // of other products (Tealium, Commanders Act) and published code send to the Events API 2.0.
  tiktok: z.strictObject({
    event_source: z.literal('web'),
    event_source_id: Text,
    test_event_code: z.optional(Text),
    data: z
      .array(
        z.strictObject({
          event: Text,
          event_time: z.int(),
          event_id: Text,
          user: z.strictObject({
            ttclid: z.optional(Text),
            ttp: z.optional(Text),
            user_agent: Text,
            email: z.optional(Hash),
            phone: z.optional(Hash),
          }),
          page: z.strictObject({ url: z.url() }),
          properties: z.strictObject(Money),
        }),
      )
      .check(z.length(1)),
  }),
  // Reddit's own page (ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events) was not seen: this is what
  // documentation of other products (Commanders Act) and published code (Activepieces) send to the Conversions API v3.
  reddit: z.strictObject({
    data: z.strictObject({
      test_id: z.optional(Text),
      events: z
        .array(
          z.strictObject({
            click_id: Text,
            event_at: z.int().check(z.minimum(1_000_000_000_000)),
            action_source: z.literal('WEBSITE'),
            type: z.union([
              z.strictObject({
                tracking_type: z
                  .string()
                  .check(z.regex(/^(PAGE_VISIT|VIEW_CONTENT|SEARCH|ADD_TO_(CART|WISHLIST)|PURCHASE|LEAD|SIGN_UP)$/)),
              }),
              z.strictObject({ tracking_type: z.literal('CUSTOM'), custom_event_name: Text }),
            ]),
            user: z.strictObject({ user_agent: Text, email: z.optional(Hash), phone_number: z.optional(Hash) }),
            metadata: z.strictObject({ conversion_id: Text, ...Money }),
          }),
        )
        .check(z.length(1)),
    }),
  }),
};

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
};

export const TOKEN = 'S3cret-token';

export interface StandIn {
  /** For the settings. */
  platforms: Record<ApiPlatform | 'googleToken', string>;
  /** Events that were accepted. */
  // biome-ignore lint/suspicious/noExplicitAny: each platform has its own shape
  received: { platform: ApiPlatform; body: any; url: string }[];
  /** The next answers, instead of the usual one. */
  answers: { status: number; body: object | string }[];
  /** How often a token was asked for. */
  tokens: number;
  close(): void;
}

/** A server that stands in for all ad platforms: it accepts only what is described above. */
export async function startStandIn(): Promise<StandIn> {
  const state: Pick<StandIn, 'received' | 'answers' | 'tokens'> = { received: [], answers: [], tokens: 0 };
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
      return { status: 200, body: { access_token: 'fresh-token', expires_in: 3_599, token_type: 'Bearer' } };
    }
    const platform = (Object.keys(ROUTES) as ApiPlatform[]).find((each) => ROUTES[each].path.test(url.pathname));
    if (!platform) return { status: 404, body: { error: { message: `nothing at ${path}` } } };
    const planned = state.answers.shift();
    if (planned) return planned;
    if (ROUTES[platform].token(url, headers) !== TOKEN) return { status: 401, body: { error: { code: 190 } } };
    const parsed = SCHEMAS[platform].safeParse(JSON.parse(text));
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
      googleToken: `${base}/token`,
    },
    close: () => server.close(),
  });
}
