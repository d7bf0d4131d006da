import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Headers that the tracker uses; empty if missing. */
export interface RequestHeaders {
  userAgent: string;
  referrer: string;
  acceptLanguage: string;
  forwardedFor: string;
  cookie: string;
  /** The browser prefetches; the visitor has not clicked yet. */
  isPrefetch: boolean;
  /** Do Not Track or Global Privacy Control. */
  isPrivate: boolean;
}

export function readHeaders({ headers }: Pick<IncomingMessage, 'headers'>): RequestHeaders {
  return {
    userAgent: headers['user-agent'] ?? '',
    referrer: headers.referer ?? '',
    acceptLanguage: headers['accept-language'] ?? '',
    forwardedFor: joinHeader(headers['x-forwarded-for']),
    cookie: headers.cookie ?? '',
    isPrefetch: isPrefetch(headers),
    isPrivate: headers.dnt === '1' || headers['sec-gpc'] === '1',
  };
}

function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && joinHeader(purpose).toLowerCase().includes('prefetch');
}

/** Node joins repeated headers already, but not every header has that type. */
const joinHeader = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');
