import { isRejected } from '@poklik/contract/conversion-values';
import type { NetworkTemplate } from '@poklik/contract/network-templates';
import type { Network } from '@poklik/contract/networks';
import { countRejected, networkState } from '@poklik/domain/networks/network-health';
import { accountPostbackUrl, networkPostbackUrl } from '@poklik/domain/networks/network-templates';
import type { Caller } from '../../http/caller.ts';
import { previousKeyUntil } from '../../tracking/campaigns/postback-keys.repo.ts';
import type { PostbackCounts } from './network-health.repo.ts';
import type { NetworkRow } from './networks.repo.ts';

/** Keys open all campaigns of the account, so only those who may change all of them see one. */
export const canSeeKeys = ({ permissions, campaignIds, impersonation }: Caller): boolean =>
  permissions.includes('networks:write') && campaignIds === null && impersonation === null;

const keptUntil = (replacedAt: Date | null): string | null => {
  const until = replacedAt && previousKeyUntil(replacedAt);
  return until !== null && until > Date.now() ? new Date(until).toISOString() : null;
};

interface NetworkContext {
  caller: Caller;
  trackingUrl: string;
  campaigns: number;
  postbacks: PostbackCounts | undefined;
  /** All of them, because a network may be made from a hidden one. */
  templates: readonly NetworkTemplate[];
}

export function toNetwork(
  row: NetworkRow,
  { caller, trackingUrl, campaigns, postbacks, templates }: NetworkContext,
): Network {
  const template = templates.find(({ code }) => code === row.template);
  const key = canSeeKeys(caller) ? row.key : null;
  return {
    id: row.id,
    name: row.name,
    template: row.template,
    key,
    postback_url: key && networkPostbackUrl(trackingUrl, key, template),
    previous_key_until: keptUntil(row.keyReplacedAt),
    click_param: row.clickParam,
    mapping: row.mapping,
    ips: row.ips,
    signature: toSignature(row.signature),
    default_currency: row.defaultCurrency,
    notes: row.notes,
    campaigns,
    health: toHealth(row, postbacks),
    created_at: row.createdAt.toISOString(),
  };
}

function toSignature(signature: NetworkRow['signature']): Network['signature'] {
  if (signature === null) return null;
  const { secret, ...visible } = signature;
  return { ...visible, has_secret: secret !== undefined };
}

function toHealth({ silentSince }: NetworkRow, found: PostbackCounts | undefined): Network['health'] {
  const { lastPostbackAt = null, postbacks24h = 0, byResult = [] } = found ?? {};
  const postbacks = byResult.reduce((sum, each) => sum + each.postbacks, 0);
  const rejected = countRejected(byResult);
  return {
    state: networkState({ lastPostbackAt, silentSince, postbacks, rejected }),
    last_postback_at: lastPostbackAt?.toISOString() ?? null,
    postbacks_24h: postbacks24h,
    postbacks,
    rejected,
    rejected_by: byResult.filter(({ verdict }) => isRejected(verdict)),
  };
}

export const toAccountAddress = (
  { key, replacedAt }: { key: string; replacedAt: Date | null },
  caller: Caller,
  trackingUrl: string,
) => ({
  postback_url: canSeeKeys(caller) ? accountPostbackUrl(trackingUrl, key) : null,
  previous_key_until: keptUntil(replacedAt),
});
