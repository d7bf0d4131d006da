import type { ServerResponse } from 'node:http';
import { PAGE_POLICY } from './pages/page-frame.ts';

const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";
const YEAR_SECONDS = 31_536_000;

/** One transparent dot. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Said of what will not be found in the statistics although it was answered as usual. */
export const NOT_RECORDED: readonly string[] = ['X-Poklik-Recorded', 'no'];

export interface AnswerSettings {
  referrerPolicy: string;
  isSecure: boolean;
}

/** How the tracker answers. Headers are lists made once, because most answers differ in one of them. */
export function trackerAnswers({ referrerPolicy, isSecure }: AnswerSettings) {
  const always = [
    ...['X-Content-Type-Options', 'nosniff', 'X-Robots-Tag', 'noindex'],
    ...(isSecure ? ['Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`] : []),
  ];
  const unkept = [...always, 'Cache-Control', 'no-store', 'Content-Security-Policy', NOTHING_POLICY];
  const redirecting = [...unkept, 'Referrer-Policy', referrerPolicy, 'Content-Length', '0'];
  const plain = [...unkept, 'Content-Type', 'text/plain; charset=utf-8'];
  const picture = [...unkept, 'Content-Type', 'image/gif', 'Cross-Origin-Resource-Policy', 'cross-origin'];
  const page = [
    ...[...always, 'Cache-Control', 'no-store', 'Content-Security-Policy', PAGE_POLICY, 'Vary', 'Accept-Language'],
    ...['Referrer-Policy', 'no-referrer', 'X-Frame-Options', 'DENY', 'Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Content-Type', 'text/html; charset=utf-8'],
  ];

  const send = (res: ServerResponse, status: number, headers: string[], body: string | Buffer): void => {
    res.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
  };

  return {
    /** `isRecorded` is false when the click will not be found in the statistics; the answer says so. */
    redirect(res: ServerResponse, location: string, cookie: string | undefined, isRecorded: boolean): void {
      const headers = ['Location', location, ...redirecting];
      if (cookie !== undefined) headers.push('Set-Cookie', cookie);
      if (!isRecorded) headers.push(...NOT_RECORDED);
      res.writeHead(302, headers).end();
    },
    text: (res: ServerResponse, status: number, text: string, more: readonly string[] = []) =>
      send(res, status, [...plain, ...more], `${text}\n`),
    /** A word for a machine, and nothing besides. */
    word: (res: ServerResponse, status: number, word: string, more: readonly string[] = []) =>
      send(res, status, [...plain, ...more], word),
    page: (res: ServerResponse, status: number, markup: string, more: readonly string[] = []) =>
      send(res, status, [...page, ...more], markup),
    picture: (res: ServerResponse, status: number, more: readonly string[] = []) =>
      send(res, status, [...picture, ...more], GIF),
    nothing: (res: ServerResponse, more: readonly string[] = []) => void res.writeHead(204, [...unkept, ...more]).end(),
    script: (res: ServerResponse, code: string, tag: string, isKnown: boolean) => {
      const headers = [
        ...[...always, 'Cache-Control', 'public, max-age=3600', 'ETag', tag],
        ...['Content-Security-Policy', NOTHING_POLICY, 'Cross-Origin-Resource-Policy', 'cross-origin'],
      ];
      if (isKnown) res.writeHead(304, headers).end();
      else send(res, 200, [...headers, 'Content-Type', 'text/javascript; charset=utf-8'], code);
    },
  };
}

export type TrackerAnswers = ReturnType<typeof trackerAnswers>;
