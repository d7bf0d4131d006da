import { CampaignBody } from '@poklik/contract/campaigns';
import type { Condition, Rule } from '@poklik/contract/routing';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { withClickParams } from '@poklik/domain/networks/click-parameter';
import { TEMPLATE_SETTINGS, type TemplateSetting } from '@poklik/domain/traffic-sources/source-template';
import { TRAFFIC_SOURCE_CATALOGUE } from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import { createCampaign } from '@poklik/server/features/campaigns/campaigns.service';
import { listVisibleSources } from '@poklik/server/features/traffic-sources/traffic-sources.service';
import type { Caller } from '@poklik/server/http/caller';
import type * as z from 'zod/mini';
import { type DemoContext, type DemoEvent, daysAgo } from './context.ts';
import { COURSES, listNetworks, SHOPS } from './networks.ts';
import { BLOGGERS } from './sources.ts';

type CampaignDraft = z.input<typeof CampaignBody> & {
  /** Name of an affiliate network of the account. */
  network?: string;
  /** Name of an own traffic source template. */
  ownSource?: string;
};
type RuleDraft = z.input<typeof Rule>;

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The parameters that the traffic source fills in, as the form prefills them. */
const fromTemplate = (source: Pick<TrafficSource, 'code' | 'revision' | TemplateSetting>): Partial<CampaignDraft> => ({
  ...Object.fromEntries(TEMPLATE_SETTINGS.map((setting) => [setting, source[setting]])),
  traffic_source: source.code,
  traffic_source_revision: source.revision,
});

function from(code: string): Partial<CampaignDraft> {
  const source = TRAFFIC_SOURCE_CATALOGUE.find((each) => each.code === code);
  if (!source) throw new Error(`unknown traffic source ${code}`);
  return fromTemplate(source);
}

export const TELEGRAM_CAMPAIGN = 'Вебінар: продажі в Telegram';
export const BLOGGERS_CAMPAIGN = 'Кава зі Львова · блогери';

const where = (dimension: Condition['dimension'], ...values: string[]): Condition => ({
  dimension,
  operator: 'in',
  values,
});
const rule = (name: string, conditions: Condition[], ...addresses: [url: string, weight?: number][]): RuleDraft => ({
  name,
  conditions,
  destinations: addresses.map(([url, weight = 100]) => ({ url, weight })),
});

const coffee = (path: string): string => `https://lviv-coffee.example/${path}?click={click_id}`;
const game = (path: string): string => `https://sky-farm.example/${path}?cid={click_id}&src={sub1}`;

/** A media buyer: many sources and countries, every feature in use. */
const MEDIA_BUYER: CampaignDraft[] = [
  {
    name: 'Новорічні подарунки 2025',
    status: 'archived',
    default_url: 'https://gifts.example/ny?cid={click_id}',
    ...from('facebook'),
    cost_model: 'cpc',
    cost_value: '0.09',
    tags: ['сезон'],
  },
  {
    name: 'Літній розпродаж · взуття',
    default_url: 'https://shoes.example/sale?cid={click_id}',
    ...from('taboola'),
    cost_model: 'cpc',
    cost_value: '0.07',
    default_payout: '6',
    tags: ['сезон', 'одяг'],
    end_at: inDays(-20),
  },
  {
    name: 'Тест нового лендингу',
    status: 'draft',
    default_url: coffee('new-landing'),
    tags: ['кава', 'тест'],
    notes: 'Чекаємо на тексти від редактора, потім запускаємо на 10 % трафіку.',
  },
  {
    name: 'Кредити онлайн · порівняння',
    status: 'paused',
    default_url: 'https://compare-credit.example/ua?cid={click_id}',
    ...from('google'),
    cost_model: 'cpc',
    cost_value: '0.34',
    default_payout: '11',
    tags: ['фінанси', 'UA'],
    outgoing_postbacks: [
      {
        name: 'CRM: нова заявка',
        url: 'https://crm.compare-credit.example/hooks/leads',
        method: 'POST',
        statuses: ['pending', 'approved'],
        headers: [{ name: 'X-Source', value: 'campaign-{campaign_id}' }],
        body_type: 'json',
        body: '{"lead": "{click_id}", "status": "{status}", "amount": {payout:number}, "order": "{txid}"}',
      },
    ],
    notes: 'Призупинено до погодження креативів.',
  },
  {
    name: 'Страхування подорожей · ЄС',
    default_url: 'https://travel-cover.example/en?cid={click_id}&c={country}',
    ...from('microsoft'),
    cost_model: 'cpc',
    cost_value: '0.21',
    default_payout: '9.5',
    network: COURSES,
    rules: [
      rule(
        'Німеччина й Австрія',
        [where('country', 'DE', 'AT', 'CH')],
        ['https://travel-cover.example/de?cid={click_id}'],
      ),
      rule('Польща', [where('country', 'PL')], ['https://travel-cover.example/pl?cid={click_id}']),
      rule(
        'Робочі години: дзвінок одразу',
        [where('schedule', '1 09:00-18:00', '2 09:00-18:00', '3 09:00-18:00', '4 09:00-18:00', '5 09:00-18:00')],
        ['https://travel-cover.example/call?cid={click_id}'],
      ),
    ],
    timezone: 'Europe/Kyiv',
    tags: ['подорожі', 'ЄС'],
  },
  {
    name: TELEGRAM_CAMPAIGN,
    default_url: 'https://sales-school.example/webinar?cid={click_id}',
    ...from('telegram'),
    default_payout: '3',
    tags: ['освіта'],
    daily_cap: 2000,
  },
  {
    name: 'Чорна п’ятниця · електроніка',
    default_url: 'https://gadgets.example/black-friday?cid={click_id}',
    ...from('mgid'),
    cost_model: 'cpc',
    cost_value: '0.05',
    default_payout: '5',
    tags: ['сезон', 'UA'],
    start_at: inDays(12),
    end_at: inDays(16),
  },
  {
    name: 'Sky Farm · мобільна гра',
    default_url: game('web'),
    ...from('propellerads'),
    rules: [
      rule('Android', [where('os', 'android')], [game('android-a'), 60], [game('android-b'), 40]),
      rule('iPhone та iPad', [where('os', 'ios')], [game('ios')]),
    ],
    default_payout: '1.1',
    tags: ['ігри', 'push'],
    sticky: true,
    outgoing_postbacks: [
      {
        name: 'Депозити в PropellerAds',
        url: 'https://s2s.push-ads.example/conversion?ref={click_id}&payout={payout}',
        statuses: ['approved'],
        types: ['deposit'],
      },
    ],
  },
  {
    name: 'Курс англійської · TikTok',
    default_url: 'https://english-today.example/start?cid={click_id}',
    destinations: [
      { name: 'Відео', url: 'https://english-today.example/video?cid={click_id}', weight: 50 },
      { name: 'Тест рівня', url: 'https://english-today.example/quiz?cid={click_id}', weight: 50 },
    ],
    ...from('tiktok'),
    cost_model: 'cpuc',
    cost_value: '0.16',
    default_payout: '7',
    tags: ['освіта', 'UA'],
    network: COURSES,
  },
  {
    name: BLOGGERS_CAMPAIGN,
    default_url: coffee('bloggers'),
    ownSource: BLOGGERS,
    default_payout: '4.2',
    tags: ['кава', 'UA'],
    notes: 'Ціна за допис у посиланні не передається: витрати вносимо вручну.',
  },
  {
    name: 'Кава зі Львова · Google · Польща',
    default_url: coffee('pl'),
    ...from('google'),
    rules: [rule('Українською', [where('language', 'uk')], [coffee('ua')])],
    cost_model: 'cpc',
    cost_value: '0.19',
    default_payout: '4.8',
    network: SHOPS,
    tags: ['кава', 'PL'],
  },
  {
    name: 'Кава зі Львова · Instagram',
    default_url: coffee('ua'),
    ...from('facebook'),
    rules: [
      rule(
        'Телефони в Україні',
        [where('country', 'UA'), where('device', 'mobile')],
        [coffee('m-a'), 70],
        [coffee('m-b'), 30],
      ),
      rule('Польща', [where('country', 'PL')], [coffee('pl')]),
    ],
    cost_model: 'cpc',
    cost_value: '0.12',
    default_payout: '4.5',
    network: SHOPS,
    tags: ['кава', 'UA'],
    notes: 'Найкраще працює ввечері; бюджет 40 $ на день.',
  },
];

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
  { network: networkName, ownSource, ...draft }: CampaignDraft,
): Promise<CampaignBody> {
  const sources = ownSource === undefined ? [] : await listVisibleSources(db, author);
  const source = sources.find(({ name, is_own }) => is_own && name === ownSource);
  const body = CampaignBody.parse({ ...draft, ...(source && fromTemplate(source)) });
  const network = [...(await listNetworks(db)).values()].find(({ name }) => name === networkName);
  if (!network) return body;
  return { ...(network.clickParam ? withClickParams(body, network.clickParam) : body), network_id: network.id };
}

/** In creation order, all before the first click of the history. */
export const CAMPAIGNS: DemoEvent[] = [
  createCampaigns(94, 'user@demo.test', MEDIA_BUYER),
  createCampaigns(93, 'agency@demo.test', AGENCY),
  createCampaigns(92, 'shop@demo.test', SHOP),
];
