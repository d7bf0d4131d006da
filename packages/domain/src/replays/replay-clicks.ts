import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination, VisitorFacts } from '@poklik/contract/routing';
import { chooseDestination, type LiveTargets, planRouting } from '../routing/routing-plan.ts';
import { localClock } from '../schedule/weekly-hours.ts';

/** What is recorded of a click and may affect where it goes; and where it went. */
export interface ReplayedClick {
  /** Milliseconds since 1970. */
  at: number;
  version: number;
  rule: number;
  destination: number;
  facts: VisitorFacts;
  /** In [0, 1). */
  random: number;
}

type Routed = Pick<CampaignSettings, 'default_url' | 'destinations' | 'rules'>;

/** What a destination leads to, the same in all versions: `o7` for an offer, `l3` for a lander, `u` and the URL. */
export type Lead = string;

const leadOf = ({ offer_id, lander_id, url }: Destination): Lead =>
  lander_id != null ? `l${lander_id}` : offer_id != null ? `o${offer_id}` : `u${url}`;

/** Places are counted from 1; rule 0 is for visitors who match no rule, destination 0 is the default URL. */
export function leadAt({ default_url, destinations, rules }: Routed, rule: number, destination: number): Lead {
  const list = rule === 0 ? destinations : (rules[rule - 1]?.destinations ?? []);
  const target = list[destination - 1];
  return target ? leadOf(target) : `u${default_url}`;
}

/** Visitors who are alike: they bring about the same. */
const segmentOf = ({ country, device }: VisitorFacts): string => `${country} ${device}`;

/** Clicks of a day that were led somewhere. */
export interface LedClicks {
  day: number;
  lead: Lead;
  segment: string;
  clicks: number;
}

/** Clicks of a day that would be led elsewhere. */
export interface MovedClicks {
  day: number;
  from: Lead;
  to: Lead;
  segment: string;
  clicks: number;
}

export interface Replayed {
  clicks: number;
  moved: MovedClicks[];
  led: LedClicks[];
  /** How many clicks each rule of the draft matches, in its order. */
  matched: number[];
}

interface ReplayOptions {
  draft: Routed & Pick<CampaignSettings, 'timezone'>;
  /** Settings of a version, as they were saved. */
  former: (version: number) => Routed | undefined;
  live: LiveTargets;
}

const DAY_MS = 86_400_000;

/** Runs recorded clicks through other settings. Nothing else is asked: the same settings lead them to the same places. */
export function createReplay({ draft, former, live }: ReplayOptions) {
  const plan = planRouting(draft);
  const clock = localClock(draft.timezone);
  const matched = draft.rules.map(() => 0);
  const moved = new Map<string, MovedClicks>();
  const led = new Map<string, LedClicks>();
  const leads = new Map<string, Lead | null>();
  let clicks = 0;

  /** Where a click went; null if its version is gone. */
  const recorded = ({ version, rule, destination }: ReplayedClick): Lead | null => {
    const key = `${version} ${rule} ${destination}`;
    const known = leads.get(key);
    if (known !== undefined) return known;
    const settings = former(version);
    const lead = settings ? leadAt(settings, rule, destination) : null;
    leads.set(key, lead);
    return lead;
  };
  const places = new Map<number, Lead>();
  const chosen = (rule: number, destination: number): Lead => {
    const key = rule * 1_000 + destination;
    const known = places.get(key);
    if (known !== undefined) return known;
    const lead = leadAt(draft, rule, destination);
    places.set(key, lead);
    return lead;
  };

  return {
    add(click: ReplayedClick): void {
      const from = recorded(click);
      if (from === null) return;
      clicks += 1;
      const choice = chooseDestination(
        plan,
        { facts: click.facts, moment: clock(click.at), random: click.random },
        live,
      );
      if (choice.rule > 0) matched[choice.rule - 1] = (matched[choice.rule - 1] ?? 0) + 1;
      const to = chosen(choice.rule, choice.destination);
      const day = Math.floor(click.at / DAY_MS);
      const segment = segmentOf(click.facts);
      count(led, `${day} ${segment} ${from}`, () => ({ day, lead: from, segment, clicks: 0 }));
      if (from !== to) count(moved, `${day} ${segment} ${from}\n${to}`, () => ({ day, from, to, segment, clicks: 0 }));
    },
    finish: (): Replayed => ({ clicks, moved: [...moved.values()], led: [...led.values()], matched }),
  };
}

function count<Counted extends { clicks: number }>(
  map: Map<string, Counted>,
  key: string,
  create: () => Counted,
): void {
  const known = map.get(key) ?? create();
  known.clicks += 1;
  map.set(key, known);
}
