import type { VisitorFacts } from '@poklik/contract/routing';
import { CLICK_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { parseAddress } from '@poklik/domain/ip/ip-address';
import { type SettingsChange, settingsOf } from '../../testing/test-tracker.ts';
import { type BlackListRow, buildBlackList } from '../addresses/black-list.ts';
import { compileCampaign, packSettings } from '../campaigns/compiled-campaign.ts';
import { createLanderIndex } from '../campaigns/lander-index.ts';
import { createOfferIndex } from '../campaigns/offer-index.ts';
import { createOfferClicks } from '../caps/offer-clicks.ts';
import type { ClickSources } from './click-context.ts';
import { createClickPipeline } from './click-pipeline.ts';
import type { Visit } from './visit.ts';

const facts: VisitorFacts = { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' };
export const campaignOf = (change: SettingsChange) =>
  compileCampaign({
    id: 42,
    key: 'k',
    accountId: 7,
    version: 3,
    mark: '',
    postbackKey: '',
    packed: packSettings(JSON.stringify(settingsOf(change))),
  });

/** Handles clicks at a given time; counts live as long as the returned function. */
export function passer(
  change: SettingsChange,
  blackList: BlackListRow[] = [],
  clicksBefore = 0,
  offers = createOfferIndex(createOfferClicks()),
) {
  const campaign = campaignOf(change);
  const counted = new Map<string, number>();
  const sources: ClickSources = {
    campaigns: { find: (key) => (key === 'k' ? campaign : undefined), findById: () => campaign },
    ...{ offers, landers: createLanderIndex(), passes: { sign: () => 'a-pass', open: () => null } },
    blackListOf: () => buildBlackList(blackList),
    counts: {
      get: (_, day) => clicksBefore + (counted.get(day) ?? 0),
      add: (_, day) => counted.set(day, (counted.get(day) ?? 0) + 1),
    },
    clickId: () => 'the-id',
    visitorHash: () => '1',
    keptAddress: ({ text }) => text,
    countryOf: () => facts.country,
    languageOf: () => facts.language,
    deviceOf: () => ({ ...facts, isBot: false, userAgent: 'agent' }),
    isSecure: () => false,
  };
  const pipeline = createClickPipeline(sources);
  const pass = (at: string, visit: Partial<Visit> = {}) => {
    const outcome = pipeline.handle({
      key: 'k',
      query: '',
      address: parseAddress('198.51.100.7') ?? { text: '', words: [] },
      userAgent: 'agent',
      acceptLanguage: '',
      referrer: '',
      cookie: '',
      now: Date.parse(at),
      random: 0,
      isClick: true,
      isPrefetch: false,
      isPrivate: false,
      ...visit,
    });
    const values = 'record' in outcome ? outcome.record.split('\t') : [];
    return {
      ...outcome,
      location: 'location' in outcome ? outcome.location : undefined,
      field: (name: (typeof CLICK_COLUMNS)[number][0]) =>
        values[CLICK_COLUMNS.findIndex(([column]) => column === name)],
    };
  };
  return Object.assign(pass, { metrics: pipeline.metrics });
}
