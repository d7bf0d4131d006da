import type { Visit } from '../clicks/visit.ts';

/** A request to a link of a lander. */
export interface SecondVisit extends Omit<Visit, 'key'> {
  /** The link of the page, from 1. */
  slot: number;
}

/** Records of the click of a visitor who came without a tracking link. */
export interface FirstRecords {
  record: string;
  idsRecord: string;
}

export type SecondResponse =
  /** Prefetched, or of a draft, an archived campaign or nobody's. */
  | { kind: 'prefetch' | 'unknown' | 'gone' }
  /** Without a record if only the click has one. */
  | { kind: 'blocked'; record: string; first: FirstRecords | null }
  | {
      kind: 'redirect';
      location: string;
      cookies: readonly string[];
      record: string;
      first: FirstRecords | null;
      isExcluded: boolean;
    };
