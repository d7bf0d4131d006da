import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { ReportedFields } from '../../stores/tables/conversions.ts';

/** One sign in front of each record of the postback log. */
export const POSTBACK_KIND = 'p';

/** A report as it is written down before it is answered. */
export interface PostbackRecord {
  id: string;
  /** Milliseconds since 1970, UTC. */
  at: number;
  accountId: number;
  campaignId: number;
  clickId: string;
  source: 'postback' | 'pixel';
  method: string;
  ip: string;
  rawQuery: string;
  fields: ReportedFields;
  /** `waiting`, or why it was refused at the door. */
  verdict: PostbackResult;
}

export const readPostbackRecord = (payload: Buffer): PostbackRecord =>
  JSON.parse(payload.toString('utf8')) as PostbackRecord;
