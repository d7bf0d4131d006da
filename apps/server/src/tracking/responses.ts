import type { ServerResponse } from 'node:http';
import { PAGE_POLICY } from './pages/page-frame.ts';

const EMPTY_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** A transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Added when a click or event was answered but not recorded. */
export const NOT_RECORDED: readonly string[] = ['X-Poklik-Recorded', 'no'];

export interface ResponseSettings {
  /** Of now, because it can be changed while running. */
  referrerPolicy: () => string;
  /** 0 sends no Strict-Transport-Security. */
  hstsSeconds: number;
}

/** Headers are built once, because responses differ in one or two of them. */
export function createTrackerResponses({ referrerPolicy, hstsSeconds }: ResponseSettings) {
  const always = [
    ...['X-Content-Type-Options', 'nosniff', 'X-Robots-Tag', 'noindex'],
    ...(hstsSeconds > 0 ? ['Strict-Transport-Security', `max-age=${hstsSeconds}; includeSubDomains`] : []),
  ];
  const uncached = [...always, 'Cache-Control', 'no-store', 'Content-Security-Policy', EMPTY_PAGE_POLICY];
  const redirectHeaders = [...uncached, 'Content-Length', '0'];
  const plain = [...uncached, 'Content-Type', 'text/plain; charset=utf-8'];
  const json = [...uncached, 'Content-Type', 'application/json; charset=utf-8'];
  const picture = [...uncached, 'Content-Type', 'image/gif', 'Cross-Origin-Resource-Policy', 'cross-origin'];
  const page = [
    ...[...always, 'Cache-Control', 'no-store', 'Content-Security-Policy', PAGE_POLICY, 'Vary', 'Accept-Language'],
    ...['Referrer-Policy', 'no-referrer', 'X-Frame-Options', 'DENY', 'Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Content-Type', 'text/html; charset=utf-8'],
  ];

  const send = (res: ServerResponse, status: number, headers: string[], body: string | Buffer): void => {
    res.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
  };

  return {
    /** `isRecorded` is false when the click is not in the event log; a header says so. */
    redirect(res: ServerResponse, location: string, cookies: readonly string[], isRecorded: boolean): void {
      const headers = ['Location', location, 'Referrer-Policy', referrerPolicy(), ...redirectHeaders];
      for (const cookie of cookies) headers.push('Set-Cookie', cookie);
      if (!isRecorded) headers.push(...NOT_RECORDED);
      res.writeHead(302, headers).end();
    },
    text: (res: ServerResponse, status: number, text: string, more: readonly string[] = []) =>
      send(res, status, [...plain, ...more], `${text}\n`),
    /** For scripts of any page and for servers, never with cookies of another site. */
    json: (res: ServerResponse, status: number, body: object, more: readonly string[] = []) =>
      send(res, status, [...json, ...more], JSON.stringify(body)),
    /** Plain text without a line break, for machines. */
    word: (res: ServerResponse, status: number, word: string, more: readonly string[] = []) =>
      send(res, status, [...plain, ...more], word),
    page: (res: ServerResponse, status: number, markup: string, more: readonly string[] = []) =>
      send(res, status, [...page, ...more], markup),
    picture: (res: ServerResponse, status: number, more: readonly string[] = []) =>
      send(res, status, [...picture, ...more], GIF),
    nothing: (res: ServerResponse, more: readonly string[] = []) =>
      void res.writeHead(204, [...uncached, ...more]).end(),
    script: (res: ServerResponse, code: string, tag: string, isKnown: boolean) => {
      const headers = [
        ...[...always, 'Cache-Control', 'public, max-age=3600', 'ETag', tag],
        ...['Content-Security-Policy', EMPTY_PAGE_POLICY, 'Cross-Origin-Resource-Policy', 'cross-origin'],
      ];
      if (isKnown) res.writeHead(304, headers).end();
      else send(res, 200, [...headers, 'Content-Type', 'text/javascript; charset=utf-8'], code);
    },
  };
}

export type TrackerResponses = ReturnType<typeof createTrackerResponses>;
