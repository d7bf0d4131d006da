import type { IpAddress } from '@poklik/domain/ip/ip-address';

/** A request to a tracking link, as sent. */
export interface Visit {
  key: string;
  /** As sent, without the question mark. */
  query: string;
  address: IpAddress;
  userAgent: string;
  acceptLanguage: string;
  referrer: string;
  cookie: string;
  now: number;
  /** From 0 to 999,999, for the weighted choice. */
  random: number;
  /** False for HEAD requests, which get the same response but are not recorded. */
  isClick: boolean;
  /** The browser prefetches; the visitor has not clicked yet. */
  isPrefetch: boolean;
  /** Do Not Track or Global Privacy Control. */
  isPrivate: boolean;
}
