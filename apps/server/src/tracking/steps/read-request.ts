import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The headers that a tracker looks at; empty when they were not sent. */
export interface ReadHeaders {
  userAgent: string;
  referrer: string;
  acceptLanguage: string;
  forwardedFor: string;
  cookie: string;
  /** The browser fetches ahead; nobody has clicked yet. */
  isPrefetch: boolean;
  /** The visitor asks not to be followed (Do Not Track, Global Privacy Control). */
  isPrivate: boolean;
}

export function readHeaders({ headers }: Pick<IncomingMessage, 'headers'>): ReadHeaders {
  return {
    userAgent: headers['user-agent'] ?? '',
    referrer: headers.referer ?? '',
    acceptLanguage: headers['accept-language'] ?? '',
    forwardedFor: textOf(headers['x-forwarded-for']),
    cookie: headers.cookie ?? '',
    isPrefetch: isPrefetch(headers),
    isPrivate: headers.dnt === '1' || headers['sec-gpc'] === '1',
  };
}

function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && textOf(purpose).toLowerCase().includes('prefetch');
}

/** Lines of one name come as one text already; their type does not know it of every name. */
const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');
