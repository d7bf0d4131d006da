import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { ReportedFields } from '../../stores/tables/conversions.ts';

/** Tag byte of records in the postback log. */
export const POSTBACK_KIND = 'p';

/** A postback as it is recorded before the response. */
export interface PostbackRecord {
  id: string;
  /** Milliseconds since 1970, UTC. */
  at: number;
  accountId: number;
  /** Null if it names no click of the account. */
  campaignId: number | null;
  /** Missing in records of earlier versions. */
  networkId?: number | null;
  clickId: string;
  source: 'postback' | 'pixel';
  method: string;
  ip: string;
  rawQuery: string;
  fields: ReportedFields;
  /** `waiting`, or why the tracker rejected it. */
  verdict: PostbackResult;
}

export const readPostbackRecord = (payload: Buffer): PostbackRecord =>
  JSON.parse(payload.toString('utf8')) as PostbackRecord;
