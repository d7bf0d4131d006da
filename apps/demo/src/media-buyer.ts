import { type CampaignDraft, from, inDays, rule, where } from './campaign-draft.ts';
import { COURSES, SHOPS } from './networks.ts';
import { GADGET_QUIZ, SAFE_TRIP, TRAVEL_COVER } from './offers.ts';
import { BLOGGERS } from './sources.ts';

export const TELEGRAM_CAMPAIGN = 'Вебінар: продажі в Telegram';
export const BLOGGERS_CAMPAIGN = 'Кава зі Львова · блогери';
/** Its weights learn. */
export const LEARNING_CAMPAIGN = 'Курс англійської · TikTok';

const coffee = (path: string): string => `https://lviv-coffee.example/${path}?click={click_id}`;
const game = (path: string): string => `https://sky-farm.example/${path}?cid={click_id}&src={sub1}`;

/** A media buyer: many sources and countries, every feature in use. */
export const MEDIA_BUYER: CampaignDraft[] = [
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
    offers: [
      [TRAVEL_COVER, 70],
      [SAFE_TRIP, 30],
    ],
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
    lander: {
      name: GADGET_QUIZ,
      next: [
        ['https://gadgets.example/phones?cid={click_id}', 'https://phone-shop.example/sale?sub={click_id}'],
        ['https://gadgets.example/laptops?cid={click_id}'],
      ],
    },
    entry: 'script',
    script_hosts: ['quiz.gadgets.example'],
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
    name: LEARNING_CAMPAIGN,
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
