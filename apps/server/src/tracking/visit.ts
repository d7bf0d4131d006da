import type { Address } from './address.ts';

/** What a request to a tracking link says. Nothing in it has been judged yet. */
export interface Visit {
  key: string;
  /** As it was sent, without the question mark. */
  query: string;
  address: Address;
  userAgent: string;
  acceptLanguage: string;
  referrer: string;
  cookie: string;
  now: number;
  /** From 0 to 999,999: the draw for the weights. */
  draw: number;
  /** A real click. Whoever only asks for the headers is answered alike and leaves no trace. */
  isClick: boolean;
}
