import { CampaignBody, CampaignSettings } from '@poklik/contract/campaigns';
import { Optimise } from '@poklik/contract/routing';
import { withClickParams } from '@poklik/domain/networks/click-parameter';
import { findCampaign } from '@poklik/server/features/campaigns/campaigns.repo';
import { createCampaign, saveCampaign } from '@poklik/server/features/campaigns/campaigns.service';
import { listVisibleSources } from '@poklik/server/features/traffic-sources/traffic-sources.service';
import type { Caller } from '@poklik/server/http/caller';
import { type CampaignDraft, from, fromTemplate, rule, where } from './campaign-draft.ts';
import { type DemoContext, type DemoEvent, daysAgo, findCampaignIds, OWNER } from './context.ts';
import { LEARNING_DAYS } from './learning/learned-history.ts';
import { LEARNING_CAMPAIGN, MEDIA_BUYER } from './media-buyer.ts';
import { listNetworks } from './networks.ts';
import { listDemoLanders, listDemoOffers } from './offers.ts';

/** A small agency that runs campaigns for its clients. */
const AGENCY: CampaignDraft[] = [
  {
    name: 'Dental clinic Kyiv',
    default_url: 'https://smile-clinic.example/?cid={click_id}',
    ...from('google'),
    cost_model: 'cpc',
    cost_value: '0.88',
    default_payout: '25',
    tags: ['health'],
  },
  {
    name: 'Fitness app · Meta',
    default_url: 'https://fit-daily.example/app?cid={click_id}',
    ...from('facebook'),
    rules: [rule('iOS', [where('os', 'ios')], ['https://fit-daily.example/ios?cid={click_id}'])],
    cost_model: 'cpc',
    cost_value: '0.27',
    default_payout: '2.4',
    tags: ['health', 'apps'],
  },
  {
    name: 'Real estate Warsaw',
    status: 'paused',
    default_url: 'https://warsaw-homes.example/en?cid={click_id}',
    ...from('outbrain'),
    rules: [rule('Polish', [where('language', 'pl')], ['https://warsaw-homes.example/pl?cid={click_id}'])],
    cost_model: 'cpc',
    cost_value: '0.41',
    default_payout: '14',
    tags: ['real estate'],
  },
  {
    name: 'Language school newsletter',
    default_url: 'https://lingua.example/spring?cid={click_id}',
    ...from('email'),
    default_payout: '5',
    tags: ['education'],
  },
];

/** A shop on the free plan, at its campaign limit. */
const SHOP: CampaignDraft[] = [
  {
    name: 'Кераміка: весняна колекція',
    default_url: 'https://clay-house.example/spring?cid={click_id}',
    ...from('facebook'),
    cost_model: 'cpc',
    cost_value: '0.1',
    default_payout: '8',
    tags: ['колекція'],
  },
  { name: 'Кераміка: розсилка', default_url: 'https://clay-house.example/mail?cid={click_id}', ...from('email') },
  {
    name: 'Майстер-класи у вихідні',
    default_url: 'https://clay-house.example/workshop?cid={click_id}',
    ...from('telegram'),
    rules: [
      rule(
        'У вихідні',
        [where('schedule', '6 00:00-24:00', '7 00:00-24:00')],
        ['https://clay-house.example/today?cid={click_id}'],
      ),
    ],
    timezone: 'Europe/Kyiv',
    default_payout: '12',
  },
];

const createCampaigns = (days: number, email: string, drafts: CampaignDraft[]): DemoEvent => ({
  at: daysAgo(days, 13),
  run: async (demo) => {
    const author = await demo.as(email);
    for (const draft of drafts) await createCampaign(demo.services, author, await toBody(demo, author, draft));
  },
});

/** With what its network and its own traffic source fill in. */
async function toBody(
  { services: { db } }: DemoContext,
  author: Caller,
  { network: networkName, ownSource, offers = [], lander, ...draft }: CampaignDraft,
): Promise<CampaignBody> {
  const sources = ownSource === undefined ? [] : await listVisibleSources(db, author);
  const source = sources.find(({ name, is_own }) => is_own && name === ownSource);
  const known = offers.length === 0 ? [] : await listDemoOffers(db);
  const behind = offers.map(([name, weight]) => ({
    offer_id: known.find((offer) => offer.name === name)?.id,
    weight,
  }));
  const front = lander && (await listDemoLanders(db)).find(({ name }) => name === lander.name);
  const next = lander?.next.map((urls) => ({ targets: urls.map((url) => ({ url })) }));
  const destinations = front ? [{ lander_id: front.id, next }] : behind;
  const body = CampaignBody.parse({
    ...{ ...draft, ...(source && fromTemplate(source)) },
    ...(destinations.length > 0 && { destinations }),
  });
  const network = [...(await listNetworks(db)).values()].find(({ name }) => name === networkName);
  if (!network) return body;
  return { ...(network.clickParam ? withClickParams(body, network.clickParam) : body), network_id: network.id };
}

/** From then on, weights of its destinations follow the results. */
const startLearning = (days: number): DemoEvent => ({
  at: daysAgo(days, 15),
  run: async ({ services, as }) => {
    const author = await as(OWNER);
    const [id] = await findCampaignIds(services.db, [LEARNING_CAMPAIGN]);
    if (id === undefined) return;
    const campaign = await findCampaign(services.db, author, id);
    const settings = CampaignSettings.parse(campaign?.settings);
    await saveCampaign(services, author, id, { ...settings, optimise: Optimise.parse({ mode: 'learn', floor: 10 }) });
  },
});

/** Campaigns in creation order, all before the first click of the history. */
export const CAMPAIGNS: DemoEvent[] = [
  createCampaigns(94, 'user@demo.test', MEDIA_BUYER),
  createCampaigns(93, 'agency@demo.test', AGENCY),
  createCampaigns(92, 'shop@demo.test', SHOP),
  startLearning(LEARNING_DAYS),
];
