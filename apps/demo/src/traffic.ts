import type { CampaignSettings, ConversionStatus } from '@poklik/contract/campaigns';
import type { VisitorFacts } from '@poklik/contract/routing';
import { REFUND_TYPE } from '@poklik/domain/conversions/postback-fields';
import type { GaveWay } from '@poklik/domain/offers/reach-offer';
import {
  chooseDestination,
  type LiveTargets,
  type NextChoice,
  PLAIN_URLS,
  type PlannedLander,
  planRouting,
  type RoutingPlan,
} from '@poklik/domain/routing/routing-plan';
import { localClock } from '@poklik/domain/schedule/weekly-hours';
import { RANDOM_RANGE } from '@poklik/server/tracking/clicks/steps/choose-destination';

/** A seeded generator, the same at every start. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks one by weight. */
export function pickWeighted<T>(random: () => number, choices: readonly (readonly [T, number])[]): T {
  let rest = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of choices) {
    rest -= weight;
    if (rest < 0) return value;
  }
  return (choices[0] as readonly [T, number])[0];
}

/** Night, morning, a dip after lunch, and the evening. */
const HOURS = [2, 1, 1, 1, 1, 2, 3, 5, 6, 7, 7, 6, 5, 6, 6, 6, 7, 8, 10, 12, 12, 10, 7, 4];
/** From Sunday on. */
const WEEKDAYS = [1.15, 0.95, 0.95, 1, 1, 1.1, 1.2];

const PLACES = [
  ['UA', 'uk', 30],
  ['PL', 'pl', 16],
  ['DE', 'de', 9],
  ['US', 'en', 7],
  ['GB', 'en', 5],
  ['CZ', 'cs', 4],
  ['RO', 'ro', 4],
  ['IT', 'it', 4],
  ['ES', 'es', 4],
  ['FR', 'fr', 3],
  ['KZ', 'ru', 3],
  ['BR', 'pt', 3],
  ['IN', 'en', 2],
  ['TR', 'tr', 2],
  ['ZZ', '', 1],
] as const;

const DEVICES: readonly (readonly [Pick<DemoClick, 'device' | 'os' | 'browser'>, number])[] = [
  [{ device: 'mobile', os: 'android', browser: 'chrome' }, 40],
  [{ device: 'mobile', os: 'ios', browser: 'safari' }, 22],
  [{ device: 'desktop', os: 'windows', browser: 'chrome' }, 14],
  [{ device: 'desktop', os: 'macos', browser: 'safari' }, 5],
  [{ device: 'desktop', os: 'windows', browser: 'edge' }, 4],
  [{ device: 'mobile', os: 'android', browser: 'instagram' }, 6],
  [{ device: 'tablet', os: 'android', browser: 'chrome' }, 3],
  [{ device: 'tablet', os: 'ios', browser: 'safari' }, 3],
  [{ device: 'desktop', os: 'linux', browser: 'firefox' }, 2],
  [{ device: 'tv', os: 'other', browser: 'other' }, 1],
];

const REFERRERS = [
  ['', 50],
  ['l.facebook.com', 14],
  ['news.example', 10],
  ['t.co', 5],
  ['forum.example', 5],
  ['video.example', 8],
] as const;

export interface DemoClick extends VisitorFacts {
  at: number;
  referrer: string;
  isBot: boolean;
  isUnique: boolean;
  rule: number;
  destination: number;
  url: string;
  offerId?: number;
  gaveWay?: GaveWay;
  draw: number;
  banner: string;
  placement: string;
  cost: number;
  conversion: DemoConversion | null;
  lander?: PlannedLander;
  /** Where the visitor of a lander went on to, so long after the click. */
  next?: { afterMs: number; slot: number; choice: NextChoice };
}

/** What a visitor brings, in time order. */
interface DemoConversion {
  reports: ConversionReport[];
}

export interface ConversionReport {
  type: string;
  payout: number;
  status: ConversionStatus;
  /** Relative to the click. */
  afterMs: number;
}

/** A step that so many of those who took the previous one take. */
interface FunnelStep {
  type: string;
  chance: number;
  isPaid: boolean;
}

/** By tag of the campaign. */
const FUNNELS: Record<string, readonly FunnelStep[]> = {
  ігри: [
    { type: 'registration', chance: 1, isPaid: false },
    { type: 'deposit', chance: 0.5, isPaid: true },
    { type: 'rebill', chance: 0.3, isPaid: true },
  ],
  освіта: [
    { type: 'registration', chance: 1, isPaid: false },
    { type: 'sale', chance: 0.6, isPaid: true },
  ],
  кава: [
    { type: 'sale', chance: 1, isPaid: true },
    { type: 'rebill', chance: 0.12, isPaid: true },
  ],
};

const findFunnel = ({ tags }: CampaignSettings): readonly FunnelStep[] | undefined =>
  FUNNELS[tags.find((tag) => tag in FUNNELS) ?? ''];

/** What the campaign is paid for. */
export const paidType = (settings: CampaignSettings): string =>
  findFunnel(settings)?.find(({ isPaid }) => isPaid)?.type ?? 'lead';

/** An event that a landing page sends. */
export interface PageStep {
  name: string;
  /** Relative to the click. */
  afterMs: number;
}

/** Steps of a visitor on the page: of those who took the one before, so many take the next. Buyers take them all. */
const PAGE_STEPS = [
  ['page_view', 0.9],
  ['scroll_half', 0.55],
  ['add_to_cart', 0.3],
] as const;
export const SECOND_MS = 1_000;

/** Some steps are taken twice. The draw of the click makes them the same at every start. */
export function generateEvents({ draw, isBot, conversion }: DemoClick): PageStep[] {
  const random = seededRandom(draw);
  const events: PageStep[] = [];
  let afterMs = 0;
  for (const [name, chance] of PAGE_STEPS) {
    if (isBot || (conversion === null && random() >= chance)) break;
    afterMs += SECOND_MS + Math.floor(random() * 20 * SECOND_MS);
    events.push({ name, afterMs });
    if (random() < 0.1) events.push({ name, afterMs: afterMs + SECOND_MS });
  }
  return events;
}

/** The traffic of a campaign. */
export interface TrafficProfile {
  id: number;
  settings: CampaignSettings;
  plan: RoutingPlan;
  live: LiveTargets;
  clock: ReturnType<typeof localClock>;
}

export const createProfile = (
  id: number,
  settings: CampaignSettings,
  found: Pick<LiveTargets, 'findOffer' | 'findLander'> = PLAIN_URLS,
): TrafficProfile => ({
  id,
  settings,
  plan: planRouting(settings),
  live: { ...found, defaultUrl: settings.default_url },
  clock: localClock(settings.timezone),
});

/** Payout of an approved conversion; without a fixed one, enough to be roughly profitable. */
export const campaignPayout = ({ cost_value, default_payout }: CampaignSettings): number =>
  Number(default_payout) || (Number(cost_value) || DEFAULT_PAYOUT) * 40;

const DEFAULT_PAYOUT = 0.05;
const HOUR_MS = 3_600_000;

/** Generates a day of a campaign: some win, some lose, some grow, some fade. */
export function* generateClicks(
  { id, settings, plan, live, clock }: TrafficProfile,
  dayStart: number,
  place: number,
): Generator<DemoClick> {
  const nature = seededRandom(id * 7_919);
  const [size, trend, worth] = [40 + nature() * 140, nature() * 1.2 - 0.4, 0.9 + nature() * 2.1];
  const random = seededRandom(id * 100_003 + place);
  const weekday = WEEKDAYS[new Date(dayStart).getUTCDay()] ?? 1;
  const count = Math.round(size * weekday * (1 + (trend * place) / 90) * (0.8 + random() * 0.4));
  const isPaid = settings.cost_model === 'cpc' || settings.cost_model === 'cpuc';
  // Other cost models do not price a click.
  const price = (isPaid && Number(settings.cost_value)) || DEFAULT_PAYOUT;
  const payout = campaignPayout(settings);
  const funnel = findFunnel(settings);
  // Steps before the paid one are more frequent.
  const entries = 1 / (funnel?.find(({ isPaid }) => isPaid)?.chance ?? 1);
  for (let index = 0; index < count; index += 1) {
    const hour = pickWeighted(
      random,
      HOURS.map((weight, each) => [each, weight] as const),
    );
    const [country, language] = pickWeighted(
      random,
      PLACES.map((one) => [one, one[2]] as const),
    );
    const isBot = random() < 0.03;
    const isUnique = !isBot && random() < 0.78;
    const at = dayStart + hour * HOUR_MS + Math.floor(random() * HOUR_MS);
    const facts: VisitorFacts = { country, language, ...pickWeighted(random, DEVICES) };
    const draw = Math.floor(random() * RANDOM_RANGE);
    const choice = chooseDestination(plan, { facts, moment: clock(at), random: draw / RANDOM_RANGE }, live);
    const banner = `banner-${1 + Math.floor(random() ** 2 * 8)}`;
    // Conversion rates depend on country and device, which reports should show.
    const luck =
      (price / payout) *
      worth *
      (country === 'UA' || country === 'PL' ? 1.4 : 0.7) *
      (banner === 'banner-2' ? 1.8 : 0.9) *
      // And a split should have a better side.
      (choice.rule === 0 && choice.destination === 2 ? 1.15 : 1);
    yield {
      at,
      ...facts,
      ...choice,
      draw,
      referrer: pickWeighted(random, REFERRERS),
      isBot,
      isUnique,
      banner,
      placement: `place-${1 + Math.floor(random() * 5)}`,
      cost: isPaid ? price * (0.85 + random() * 0.3) : 0,
      conversion: !isBot && random() < luck * entries ? generateConversion(random, payout, funnel) : null,
    };
  }
}

/** Advertisers report at once and decide days later. */
const TRENDS: readonly (readonly [readonly ConversionStatus[], number])[] = [
  [['pending', 'approved'], 50],
  [['approved'], 20],
  [['pending'], 12],
  [['pending', 'rejected'], 14],
  [['pending', 'approved', 'chargeback'], 2],
];

const REFUNDS = 0.03;

function generateConversion(
  random: () => number,
  payout: number,
  funnel: readonly FunnelStep[] = [{ type: random() < 0.7 ? 'lead' : 'sale', chance: 1, isPaid: true }],
): DemoConversion {
  const reports: ConversionReport[] = [];
  let afterMs = Math.floor(60_000 + random() ** 4 * 3 * 24 * HOUR_MS);
  const pass = (hours: number) => {
    afterMs += Math.floor((2 + random() * hours) * HOUR_MS);
  };
  for (const { type, chance, isPaid } of funnel) {
    if (random() >= chance) break;
    if (reports.length > 0) pass(90);
    const worth = isPaid ? payout * (0.9 + random() * 0.2) : 0;
    const statuses = isPaid ? pickWeighted(random, TRENDS) : (['approved'] as const);
    for (const [place, status] of statuses.entries()) {
      if (place > 0) pass(60);
      reports.push({ type, payout: worth, status, afterMs });
    }
    if (statuses.at(-1) !== 'approved') break;
    if (isPaid && random() < REFUNDS) {
      pass(48);
      reports.push({ type: REFUND_TYPE, payout: worth / 2, status: 'approved', afterMs });
      break;
    }
  }
  return { reports };
}
