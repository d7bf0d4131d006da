/** Clicks that were led to a target in a quarter of an hour, all of them. */
export interface LedClicks {
  /** Identity of the destination. */
  target: string;
  /** When the quarter began, in seconds. */
  quarter: number;
  clicks: number;
}

/** Conversions of the clicks of a quarter. */
export interface LedConversions {
  target: string;
  /** Of their clicks. */
  quarter: number;
  /** The quarter in which they were reported. */
  reported: number;
  state: 'pending' | 'approved' | 'lost';
  conversions: number;
  /** What they are worth together. */
  amount: number;
}

/** All that learning may know. Nothing in it is about a visitor. */
export interface LearningInput {
  clicks: readonly LedClicks[];
  conversions: readonly LedConversions[];
}

export const QUARTER_SECONDS = 900;
