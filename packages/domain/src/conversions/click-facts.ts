/** Facts of the click that reports group by. */
export interface ClickFacts {
  /** The lander that the visitor saw first, and the offer that converted; 0 for none, missing in earlier releases. */
  lander_id?: number;
  offer_id?: number;
  /** How many landers were on the way. */
  step?: number;
  /** How the visitor came, and the kind of identifier that the source gave; empty for the link and for none, missing in earlier releases. */
  entry?: string;
  tag_kind?: string;
  version: number;
  rule: number;
  destination: number;
  is_bot: number;
  language: string;
  device: string;
  os: string;
  browser: string;
  referrer_host: string;
  traffic_source: string;
  external_id: string;
  subs: string[];
  /** Decimal string; empty if unknown. */
  cost: string;
  cost_currency: string;
}
