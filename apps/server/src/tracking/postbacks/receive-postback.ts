import type { PostbackResult } from '@poklik/contract/conversion-values';
import { type PostbackFields, parsePostback } from '@poklik/domain/conversions/postback-fields';
import { maskSecrets } from '@poklik/domain/conversions/secret-parameters';
import type { IpAddress } from '@poklik/domain/ip/ip-address';
import { covers, parseIpRange } from '@poklik/domain/ip/ip-range';
import type { CampaignIndex } from '../campaigns/campaign-index.ts';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import type { KeyOwner, PostbackKeys, StoredNetwork } from '../campaigns/postback-keys.ts';
import { parseCampaignId } from '../clicks/click-id.ts';
import { cleanText } from '../clicks/record-field.ts';
import { hashContacts } from './hash-contacts.ts';
import type { PostbackLimiter } from './postback-limiter.ts';
import type { PostbackRecord } from './postback-record.ts';
import { hasNetworkSignature, isEqual, isSigned } from './postback-signature.ts';

export interface PostbackSources {
  campaigns: Pick<CampaignIndex, 'findById' | 'findByPostbackKey'>;
  keys: Pick<PostbackKeys, 'findNetworkKey' | 'findAccountKey' | 'findNetwork'>;
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
  /** The address of a network or an account; a campaign's if missing. */
  sentTo?: { kind: 'network' | 'account'; key: string };
  now: number;
}

export type PostbackReceipt =
  | { kind: 'unknown_click' }
  | { kind: 'too_many' }
  /** To be written down, and answered when it is. */
  | { kind: 'taken'; record: PostbackRecord; returned: string | null }
  /**
   * Refused at the door; the owner may look at it later, if there are not too many. The sender is told less about
   * clicks of other accounts.
   */
  | { kind: 'refused'; result: PostbackResult; told: PostbackResult; record: PostbackRecord | null };

const RAW_MAX = 4_096;
const RETURN_MAX = 256;

/** A postback whose address is known, and what was found out about it. */
interface ReadPostback {
  accountId: number;
  /** Counts its rejections. */
  limit: number | string;
  fields: PostbackFields;
  campaign: CompiledCampaign | undefined;
  network: StoredNetwork | null;
  refusal: PostbackResult | null;
  /** The refusal for a click of another account, which looks like that of an unknown one. */
  foreignTold: PostbackResult;
}

/** Checks a postback without any I/O. */
export function receivePostback(sources: PostbackSources, arrived: PostbackRequest): PostbackReceipt {
  const text = hashContacts(arrived.text);
  const values = new URLSearchParams(text);
  const read = arrived.sentTo
    ? readKeyed(sources, arrived, arrived.sentTo, values)
    : readForCampaign(sources, arrived, values);
  if (!read) return { kind: 'unknown_click' };
  const { campaign, fields, network, refusal } = read;
  const record = (result: PostbackResult, isTrusted: boolean): PostbackRecord => ({
    id: sources.newId(arrived.now, campaign?.id ?? 0),
    at: arrived.now,
    accountId: read.accountId,
    campaignId: campaign?.id ?? null,
    networkId: network?.id ?? null,
    clickId: fields.clickId,
    source: arrived.source,
    method: arrived.method,
    ip: sources.keptAddress(arrived.address),
    rawQuery: cleanText(maskSecrets(text, network?.signature?.parameter), RAW_MAX),
    fields: toReportedFields(fields, { isTrusted, network }),
    verdict: result,
  });
  // A page cannot keep a secret: its unsigned reports wait for approval.
  const isPage = arrived.source === 'pixel' && !values.has('key') && !values.has('sig');
  if (refusal !== null && !(isPage && refusal === 'bad_key')) {
    if (!sources.refusalRate.take(read.limit, arrived.now)) return { kind: 'too_many' };
    const told = refusal === 'foreign_click' ? read.foreignTold : refusal;
    return { kind: 'refused', result: refusal, told, record: record(refusal, false) };
  }
  if (!sources.rate.take(campaign?.id ?? read.limit, arrived.now)) return { kind: 'too_many' };
  const returned = values.get('return');
  return {
    kind: 'taken',
    record: record('waiting', !isPage),
    returned: returned === null ? null : cleanText(returned, RETURN_MAX),
  };
}

function findCampaign({ campaigns }: PostbackSources, { clickId }: PostbackFields): CompiledCampaign | undefined {
  const campaignId = parseCampaignId(clickId);
  return campaignId === null ? undefined : campaigns.findById(campaignId);
}

function readForCampaign(
  sources: PostbackSources,
  arrived: PostbackRequest,
  values: URLSearchParams,
): ReadPostback | null {
  const fields = parsePostback((name) => values.get(name));
  const ofClick = findCampaign(sources, fields);
  const key = values.get('key') ?? '';
  const ofKey = sources.campaigns.findByPostbackKey(key);
  const isForeign =
    ofClick !== undefined &&
    ofKey !== undefined &&
    ofKey.accountId !== ofClick.accountId &&
    !isEqual(key, ofClick.postbackKey);
  // Without a click of its account the key decides whose inbox it belongs to, so that wrong macros are visible there.
  const campaign = isForeign ? ofKey : (ofClick ?? ofKey);
  if (!campaign) return null;
  const refusal = isForeign ? 'foreign_click' : ofClick ? findRejection(campaign, values, arrived) : 'no_click_id';
  const { accountId, id: limit } = campaign;
  return { accountId, limit, fields, campaign, network: null, refusal, foreignTold: 'no_click_id' };
}

/** By the key of a network or an account, for all its campaigns. */
function readKeyed(
  sources: PostbackSources,
  arrived: PostbackRequest,
  { kind, key }: NonNullable<PostbackRequest['sentTo']>,
  values: URLSearchParams,
): ReadPostback | null {
  const { keys } = sources;
  const owner = kind === 'network' ? keys.findNetworkKey(key, arrived.now) : keys.findAccountKey(key, arrived.now);
  if (!owner) return null;
  const { accountId } = owner;
  const sent = (name: string) => values.get(name);
  const first = parsePostback(sent, owner.network?.mapping ?? null);
  const found = findCampaign(sources, first);
  const campaign = found?.accountId === accountId ? found : undefined;
  const network = owner.network ?? findNetworkOf(sources, campaign) ?? null;
  const again = owner.network ? first : parsePostback(sent, network?.mapping ?? null);
  const fields = { ...again, clickId: first.clickId, ...(first.offerId ? { offerId: first.offerId } : {}) };
  const unknown = parseCampaignId(first.clickId) === null ? 'no_click_id' : found ? 'foreign_click' : 'unknown_click';
  const refusal = findKeyRejection(owner, arrived) ?? (campaign ? findUnsigned(campaign, owner, arrived) : unknown);
  const limit = owner.network ? `network ${owner.network.id}` : `account ${accountId}`;
  return { accountId, limit, fields, campaign, network, refusal, foreignTold: 'unknown_click' };
}

const findNetworkOf = ({ keys }: PostbackSources, campaign: CompiledCampaign | undefined): StoredNetwork | undefined =>
  campaign && campaign.settings.network_id !== null
    ? keys.findNetwork(campaign.accountId, campaign.settings.network_id)
    : undefined;

/** What the network asks of its reports. It does not depend on the click, so it says nothing about it. */
function findKeyRejection(
  { network, key }: KeyOwner,
  { text, address, now }: PostbackRequest,
): 'bad_signature' | 'ip_refused' | null {
  if (!network) return null;
  if (!isAllowed(network.ips, address)) return 'ip_refused';
  const { signature } = network;
  if (signature === null) return null;
  // Signatures are made over what was sent.
  const isGood =
    signature.scheme === 'sig_ts'
      ? isSigned(text, key, now)
      : hasNetworkSignature(signature, new URLSearchParams(text));
  return isGood ? null : 'bad_signature';
}

/** A campaign can ask for a signature made with the key that was used, unless the network has its own. */
function findUnsigned(
  { settings }: CompiledCampaign,
  { network, key }: KeyOwner,
  { text, now }: PostbackRequest,
): 'bad_signature' | null {
  if (!settings.postback_signed || (network !== null && network.signature !== null)) return null;
  return isSigned(text, key, now) ? null : 'bad_signature';
}

export function toReportedFields(
  { clickId: _, payout, ...fields }: PostbackFields,
  { isTrusted, network }: { isTrusted: boolean; network: Pick<StoredNetwork, 'defaultCurrency'> | null },
): PostbackRecord['fields'] {
  const { defaultCurrency } = network ?? {};
  return {
    ...fields,
    params: [...fields.params],
    ...(payout === undefined ? {} : { payout }),
    ...(defaultCurrency ? { defaultCurrency } : {}),
    isTrusted,
  };
}

/** A signature replaces the key; a campaign can require it. */
function findRejection(
  { postbackKey, settings }: CompiledCampaign,
  values: URLSearchParams,
  { text, address, now }: PostbackRequest,
): 'bad_key' | 'bad_signature' | 'ip_refused' | null {
  if (!isAllowed(settings.postback_ips ?? [], address)) return 'ip_refused';
  if (values.has('sig') || settings.postback_signed) return isSigned(text, postbackKey, now) ? null : 'bad_signature';
  return isEqual(values.get('key') ?? '', postbackKey) ? null : 'bad_key';
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
