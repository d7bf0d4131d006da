import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import { type PostbackFields, parsePostback } from '@poklik/domain/conversions/postback-fields';
import { isFresh, maskSecrets, splitSignature } from '@poklik/domain/conversions/secret-parameters';
import type { IpAddress } from '@poklik/domain/ip/ip-address';
import { covers, parseIpRange } from '@poklik/domain/ip/ip-range';
import type { CampaignIndex } from '../campaigns/campaign-index.ts';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import { parseCampaignId } from '../clicks/click-id.ts';
import { cleanText } from '../clicks/record-field.ts';
import type { PostbackLimiter } from './postback-limiter.ts';
import type { PostbackRecord } from './postback-record.ts';

export interface PostbackSources {
  campaigns: Pick<CampaignIndex, 'findById' | 'findByPostbackKey'>;
  newId(now: number, campaignId: number): string;
  keptAddress(address: IpAddress): string;
  /** For accepted postbacks. */
  rate: PostbackLimiter;
  /** For recorded rejections. */
  refusalRate: PostbackLimiter;
}

export interface PostbackRequest {
  /** The query, or the body of a form, as sent. */
  text: string;
  method: string;
  address: IpAddress;
  source: 'postback' | 'pixel';
  now: number;
}

export type PostbackReceipt =
  | { kind: 'unknown_click' }
  | { kind: 'too_many' }
  /** To be written down, and answered when it is. */
  | { kind: 'taken'; record: PostbackRecord; returned: string | null }
  /** Refused at the door; the owner may look at it later, if there are not too many. */
  | { kind: 'refused'; result: PostbackResult; record: PostbackRecord | null };

const RAW_MAX = 4_096;
const RETURN_MAX = 256;

/** Checks a postback without any I/O. */
export function receivePostback(sources: PostbackSources, arrived: PostbackRequest): PostbackReceipt {
  const values = new URLSearchParams(arrived.text);
  const fields = parsePostback((name) => values.get(name));
  const campaignId = parseCampaignId(fields.clickId);
  const ofClick = campaignId === null ? undefined : sources.campaigns.findById(campaignId);
  // Without a known click the key decides whose inbox it belongs to, so that wrong macros are visible there.
  const campaign = ofClick ?? sources.campaigns.findByPostbackKey(values.get('key') ?? '');
  if (!campaign) return { kind: 'unknown_click' };
  const refusal = ofClick ? findRejection(campaign, values, arrived) : 'no_click_id';
  const record = (result: PostbackResult, isTrusted: boolean): PostbackRecord => ({
    id: sources.newId(arrived.now, campaign.id),
    at: arrived.now,
    accountId: campaign.accountId,
    campaignId: campaign.id,
    clickId: fields.clickId,
    source: arrived.source,
    method: arrived.method,
    ip: sources.keptAddress(arrived.address),
    rawQuery: cleanText(maskSecrets(arrived.text), RAW_MAX),
    fields: parseFields(fields, isTrusted),
    verdict: result,
  });
  // A page cannot keep a secret: its unsigned reports wait for approval.
  const isPage = arrived.source === 'pixel' && !values.has('key') && !values.has('sig');
  if (refusal !== null && !(isPage && refusal === 'bad_key')) {
    const isKept = sources.refusalRate.take(campaign.id, arrived.now);
    return isKept ? { kind: 'refused', result: refusal, record: record(refusal, false) } : { kind: 'too_many' };
  }
  if (!sources.rate.take(campaign.id, arrived.now)) return { kind: 'too_many' };
  const returned = values.get('return');
  return {
    kind: 'taken',
    record: record('waiting', !isPage),
    returned: returned === null ? null : cleanText(returned, RETURN_MAX),
  };
}

function parseFields({ clickId: _, payout, ...fields }: PostbackFields, isTrusted: boolean): PostbackRecord['fields'] {
  return { ...fields, params: [...fields.params], ...(payout === undefined ? {} : { payout }), isTrusted };
}

/** A signature replaces the key; a campaign can require it. */
function findRejection(
  { postbackKey, settings }: CompiledCampaign,
  values: URLSearchParams,
  { text, address, now }: PostbackRequest,
): 'bad_key' | 'bad_signature' | 'ip_refused' | null {
  if (!isAllowed(settings.postback_ips ?? [], address)) return 'ip_refused';
  if (values.has('sig') || settings.postback_signed) {
    const signed = splitSignature(text);
    const isGood = signed && isFresh(signed.at, now) && isSignedBy(postbackKey, signed.text, signed.signature);
    return isGood ? null : 'bad_signature';
  }
  return isEqual(values.get('key') ?? '', postbackKey) ? null : 'bad_key';
}

const isSignedBy = (key: string, text: string, signature: string): boolean =>
  isEqual(signature, createHmac('sha256', key).update(text).digest('hex'));

/** Constant-time comparison. */
function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function isAllowed(list: readonly string[], address: IpAddress): boolean {
  if (list.length === 0) return true;
  const own = parseIpRange(address.text);
  return (
    own !== null &&
    list.some((text) => {
      const range = parseIpRange(text);
      return range !== null && covers(range, own);
    })
  );
}
