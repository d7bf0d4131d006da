import { linkBase } from '@poklik/domain/domains/link-base';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import type { CompiledLander } from '../campaigns/lander-index.ts';
import type { KeyOwner } from '../campaigns/postback-keys.ts';
import { DropReason } from '../clicks/click-context.ts';
import type { TrackerContext } from '../request-context.ts';
import type { TrackerResponses } from '../responses.ts';
import type { StoredHost } from './host-index.ts';

/**
 * The context of requests to one tracking domain: only campaigns and keys of its account exist, pages don't name the operator,
 * and nothing depends on HTTPS.
 */
export function createHostContext(app: TrackerContext, stored: StoredHost, answers: TrackerResponses): TrackerContext {
  const { host, accountId, kind, hasHttps } = stored;
  const own = (campaign: CompiledCampaign | undefined) =>
    campaign !== undefined && campaign.accountId === accountId ? campaign : undefined;
  const { campaigns } = app.clicks;
  const { sources } = app.postbacks;
  const ownCampaigns = {
    find: (key: string) => own(campaigns.find(key)),
    findById: (id: number) => own(campaigns.findById(id)),
    findByPostbackKey: (key: string) => own(sources.campaigns.findByPostbackKey(key)),
  };
  const ownLander = (lander: CompiledLander | undefined) => (lander?.accountId === accountId ? lander : undefined);
  const { landers } = app.clicks;
  const ownLanders = {
    find: (id: number) => ownLander(landers.find(id)),
    findByKey: (key: string) => ownLander(landers.findByKey(key)),
    countUnknown: landers.countUnknown,
  };
  const ofAccount = (owner: KeyOwner | undefined) => (owner?.accountId === accountId ? owner : undefined);
  const ownKeys: typeof sources.keys = {
    ...sources.keys,
    findNetworkKey: (key, now) => ofAccount(sources.keys.findNetworkKey(key, now)),
    findAccountKey: (key, now) => ofAccount(sources.keys.findAccountKey(key, now)),
  };
  return {
    ...app,
    answers,
    appName: () => host,
    isUnbranded: true,
    trackingUrl: () => linkBase({ host, isGiven: kind === 'given', hasHttps }, app.trackingUrl()),
    clicks: { ...app.clicks, campaigns: ownCampaigns, landers: ownLanders, isSecure: () => false },
    postbacks: { ...app.postbacks, sources: { ...sources, campaigns: ownCampaigns, keys: ownKeys } },
    pipeline: {
      ...app.pipeline,
      handle(visit) {
        if (ownCampaigns.find(visit.key) === undefined)
          return {
            kind: 'dropped',
            reason: visit.isPrefetch ? DropReason.prefetch : DropReason.unknownLink,
            record: '',
          };
        const response = app.pipeline.handle(visit);
        // Browsers drop a secure cookie of a host without HTTPS.
        return response.kind === 'redirect'
          ? { ...response, cookies: response.cookies.map((cookie) => cookie.replace('; Secure', '')) }
          : response;
      },
    },
    cachePage: (key, render) => app.cachePage(`${host} ${key}`, render),
  };
}

/** The same for a request to an alias: the browser must send the cookie of a sticky campaign to that path. */
export const withCookiePath = (context: TrackerContext, path: string): TrackerContext => ({
  ...context,
  pipeline: {
    ...context.pipeline,
    handle(visit) {
      const response = context.pipeline.handle(visit);
      return response.kind === 'redirect'
        ? { ...response, cookies: response.cookies.map((cookie) => cookie.replace(/Path=\/c\/[^;]*/, `Path=${path}`)) }
        : response;
    },
  },
});
