import * as z from 'zod/mini';
import { Id, line } from './fields.ts';

/** The only dimensions that may affect routing. IP address, network, bot status and referrer are deliberately not included. */
export const DIMENSIONS = ['country', 'language', 'device', 'os', 'browser', 'schedule'] as const;
export const Dimension = z.enum(DIMENSIONS);
export type Dimension = z.infer<typeof Dimension>;

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const;
export const Device = z.enum(DEVICES);
export type Device = z.infer<typeof Device>;

export const OPERATING_SYSTEMS = ['windows', 'macos', 'linux', 'chromeos', 'android', 'ios', 'other'] as const;
export const System = z.enum(OPERATING_SYSTEMS);
export type System = z.infer<typeof System>;

export const BROWSERS = [
  'chrome',
  'safari',
  'firefox',
  'edge',
  'opera',
  'samsung',
  'yandex',
  'uc',
  'facebook',
  'instagram',
  'tiktok',
  'telegram',
  'webview',
  'other',
] as const;
export const Browser = z.enum(BROWSERS);
export type Browser = z.infer<typeof Browser>;

/** For addresses the GeoIP database doesn't know. */
export const UNKNOWN_COUNTRY = 'ZZ';

export const RULES_MAX = 50;
export const CONDITIONS_MAX = 10;
export const VALUES_MAX = 250;
export const DESTINATIONS_MAX = 10;
export const WEIGHT_MAX = 1000;
export const URL_MAX = 2048;
/** Links on one lander, `/o/1` to `/o/10`. */
export const LANDER_SLOTS_MAX = 10;
/** Landers one after another on a visitor's way. */
export const LANDERS_DEEP_MAX = 4;
/** Destinations below the landers of a campaign. */
export const NEXT_TARGETS_MAX = 200;
/** Offers in a row of fallbacks, the first included. */
export const FALLBACK_CHAIN_MAX = 5;

export const SUBS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'sub6', 'sub7', 'sub8', 'sub9', 'sub10'] as const;
export const Sub = z.enum(SUBS);
export type Sub = z.infer<typeof Sub>;

/** Macros allowed in a destination; each is replaced by its percent-encoded value. */
export const MACROS = [
  'click_id',
  'campaign_id',
  'campaign_name',
  ...(['country', 'language', 'device', 'os', 'browser'] as const),
  ...SUBS,
  ...(['external_id', 'cost', 'currency', 'timestamp', 'random'] as const),
  /** Where the visitor goes to: the offer and its network, the lander, and how many landers were on the way. */
  ...(['offer_id', 'lander_id', 'network', 'step'] as const),
  /** The first identifier that the traffic source gave the click, as the value of `gclid`. */
  'tag',
] as const;
export type Macro = (typeof MACROS)[number];

/** `pass` is the visitor's signed way on from the lander. It is appended as `pk` to a URL without it. */
export const LANDER_MACROS = [...MACROS, 'pass'] as const;
export type LanderMacro = (typeof LANDER_MACROS)[number];

/** An identifier of a visitor is erased before the conversion is. */
const isKept = (macro: Macro): macro is Exclude<Macro, 'tag'> => macro !== 'tag';
/** Macros for postbacks to a traffic source: those of the click, and of the conversion. */
export const POSTBACK_MACROS = [
  ...MACROS.filter(isKept),
  'status',
  'payout',
  'payout_currency',
  'txid',
  'type',
] as const;

/** All that routing may know about a visitor. */
export interface VisitorFacts {
  /** ISO 3166-1 alpha-2, upper case, or ZZ. */
  country: string;
  /** ISO 639-1, lower case, or empty. */
  language: string;
  device: Device;
  os: System;
  browser: Browser;
}

/** A weekday (1 is Monday) and hours in the campaign's time zone: `1 09:00-18:00`, end exclusive. */
const SCHEDULE = /^[1-7] ([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const VALUE_PATTERNS: Record<Dimension, RegExp> = {
  country: /^[A-Z]{2}$/,
  language: /^[a-z]{2}$/,
  device: new RegExp(`^(${DEVICES.join('|')})$`),
  os: new RegExp(`^(${OPERATING_SYSTEMS.join('|')})$`),
  browser: new RegExp(`^(${BROWSERS.join('|')})$`),
  schedule: SCHEDULE,
};

/** A country as in conditions. */
export const CountryCode = z.string().check(z.regex(VALUE_PATTERNS.country));

export const Condition = z
  .object({
    dimension: Dimension,
    operator: z.enum(['in', 'not_in']),
    values: z.array(z.string().check(z.maxLength(20))).check(z.minLength(1), z.maxLength(VALUES_MAX)),
  })
  .check(
    z.refine(({ dimension, values }) => values.every((value) => VALUE_PATTERNS[dimension].test(value)), {
      path: ['values'],
      error: 'condition_value',
    }),
  );
export type Condition = z.infer<typeof Condition>;

const urlWithMacros = (macros: readonly string[], readable = (text: string): string => text) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(URL_MAX),
    z.refine((text) => destinationProblem(readable(text), macros) === null, { error: 'destination_url' }),
  );

/** Empty where an offer or a lander has the URL. */
const OptionalUrl = z.string().check(
  z.trim(),
  z.maxLength(URL_MAX),
  z.refine((text) => text === '' || destinationProblem(text, LANDER_MACROS) === null, { error: 'destination_url' }),
);

/** An absolute http(s) URL. Macros are allowed only after the host, so visitors can't change where they are sent. */
export const DestinationUrl = urlWithMacros(MACROS);
/** The page of a lander. */
export const LanderUrl = urlWithMacros(LANDER_MACROS);
/** `{secret.token}` stands for a sealed value of the account. */
const SECRET_MACRO = /\{secret\.[a-z][a-z0-9_]{0,31}\}/g;
/** The traffic source's URL for conversions. */
export const PostbackUrl = urlWithMacros(POSTBACK_MACROS, (text) => text.replace(SECRET_MACRO, '{click_id}'));

/** Why a URL can't be a destination; null when it can. */
export function destinationProblem(
  text: string,
  macros: readonly string[] = MACROS,
): 'not_http' | 'macro_in_host' | 'unknown_macro' | null {
  const parts = /^https?:\/\/([^/?#\\\s]+)([^\s\\\p{Cc}\p{Cs}]*)$/iu.exec(text);
  if (!parts) return 'not_http';
  const [, host = '', rest = ''] = parts;
  if (/[{}]/.test(host)) return 'macro_in_host';
  if (!/^([\w-]+\.)*[\w-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host)) return 'not_http';
  const unknown = [...rest.matchAll(/\{([^{}]*)\}/g)].some(([, name = '']) => !macros.includes(name));
  return unknown ? 'unknown_macro' : null;
}

export const Weight = z.int().check(z.minimum(1), z.maximum(WEIGHT_MAX));

/** Identifies a destination, a rule or a slot in all versions of its campaign. Given on the first save. */
const Uid = z.optional(z.string().check(z.regex(/^[0-9a-z]{8}$/)));

/** What an entry of a list of destinations leads to: an offer, a lander, or a URL of its own. */
export interface Destination {
  uid?: string | undefined;
  name: string;
  url: string;
  offer_id?: number | null | undefined;
  lander_id?: number | null | undefined;
  next?: Slot[] | undefined;
  weight: number;
  active: boolean;
}

/** Where one link of a lander leads. The first slot is `/o/1`. */
export interface Slot {
  uid?: string | undefined;
  targets: Destination[];
}

type DestinationBody = { [Field in Exclude<keyof Destination, 'next'>]?: Destination[Field] | undefined } & {
  next?: { uid?: string | undefined; targets: DestinationBody[] }[] | undefined;
};
type DestinationType = z.ZodMiniType<Destination, DestinationBody>;

const destinationFields = {
  uid: Uid,
  name: z._default(line(0, 100), ''),
  url: z._default(OptionalUrl, ''),
  offer_id: z.optional(z.nullable(Id)),
  lander_id: z.optional(z.nullable(Id)),
  weight: z._default(Weight, 100),
  active: z._default(z.boolean(), true),
};
const leadsSomewhere = z.refine<Pick<Destination, 'url' | 'offer_id' | 'lander_id'>>(
  ({ url, offer_id, lander_id }) =>
    (offer_id == null || lander_id == null) && (url !== '' || offer_id != null || lander_id != null),
  { path: ['url'], error: 'target_one_of' },
);

/** The URL of a lander has macros that others don't have. */
const hasKnownMacros = z.refine<Pick<Destination, 'url' | 'lander_id'>>(
  ({ url, lander_id }) => lander_id != null || url === '' || destinationProblem(url) === null,
  { path: ['url'], error: 'destination_url' },
);

/** At the end of the longest path. */
const LastDestination: DestinationType = z.object(destinationFields).check(
  leadsSomewhere,
  hasKnownMacros,
  z.refine<Pick<Destination, 'lander_id'>>(({ lander_id }) => lander_id == null, {
    path: ['lander_id'],
    error: 'landers_too_deep',
  }),
);

const destinationAbove = (below: DestinationType): DestinationType =>
  z
    .object({
      ...destinationFields,
      /** Where the links of the lander lead, from `/o/1` on. A slot without destinations acts as the first one. */
      next: z.optional(
        z
          .array(z.object({ uid: Uid, targets: z.array(below).check(z.maxLength(DESTINATIONS_MAX)) }))
          .check(z.maxLength(LANDER_SLOTS_MAX)),
      ),
    })
    .check(leadsSomewhere, hasKnownMacros);

/** An offer or a lander of the account, or a URL of its own. Both win over `url`, which responses always have. */
export const Destination: DestinationType = Array.from({ length: LANDERS_DEEP_MAX }).reduce<DestinationType>(
  destinationAbove,
  LastDestination,
);
/** A set of destinations: that of a rule has the identity of the rule. */
export const SetUid = z.string().check(z.regex(/^[0-9a-z]{8}$/));
/** The campaign's own destinations; no rule has this identity. */
export const OWN_SET = 'campaign';

export const OPTIMISE_GOALS = ['conversions', 'revenue', 'profit'] as const;

/** How the weights of a set of destinations are decided: by their owner, or by what the destinations achieve. */
export const Optimise = z.object({
  mode: z._default(z.enum(['fixed', 'learn']), 'fixed'),
  goal: z._default(z.enum(OPTIMISE_GOALS), 'conversions'),
  /** Percent of the visitors that every destination keeps. */
  floor: z._default(z.int().check(z.minimum(1), z.maximum(20)), 5),
  /** Clicks that every destination needs before weights change. */
  warm_up: z._default(z.int().check(z.minimum(10), z.maximum(100_000)), 200),
  /** After so many days a click counts half. */
  half_life_days: z._default(z.int().check(z.minimum(1), z.maximum(90)), 14),
});
export type Optimise = z.infer<typeof Optimise>;

/** Percent that all floors of a set may take together. */
const FLOORS_MAX = 50;

interface LearningSet {
  destinations: readonly { active: boolean }[];
  optimise?: Optimise | undefined;
}
/** At least half of the visitors go where learning sends them. */
export const floorsLeaveRoom = z.refine<LearningSet>(
  ({ destinations, optimise }) =>
    optimise?.mode !== 'learn' || optimise.floor * destinations.filter(({ active }) => active).length <= FLOORS_MAX,
  { path: ['optimise', 'floor'], error: 'floor_sum' },
);
export const Rule = z
  .object({
    uid: Uid,
    name: z._default(line(0, 100), ''),
    active: z._default(z.boolean(), true),
    match: z._default(z.enum(['all', 'any']), 'all'),
    conditions: z.array(Condition).check(z.minLength(1), z.maxLength(CONDITIONS_MAX)),
    destinations: z.array(Destination).check(z.minLength(1), z.maxLength(DESTINATIONS_MAX)),
    optimise: z.optional(Optimise),
  })
  .check(floorsLeaveRoom);
export type Rule = z.infer<typeof Rule>;

const countBelowLanders = (list: readonly Destination[]): number =>
  list
    .flatMap(({ next = [] }) => next)
    .reduce((sum, { targets }) => sum + targets.length + countBelowLanders(targets), 0);
/** For the settings of a campaign. */
export const fewNextTargets = z.refine<{ destinations: Destination[]; rules: Rule[] }>(
  ({ destinations, rules }) =>
    countBelowLanders([destinations, ...rules.map((rule) => rule.destinations)].flat()) <= NEXT_TARGETS_MAX,
  { path: ['destinations'], error: 'too_many_targets' },
);
