import type { VisitorFacts } from '@poklik/contract/routing';

/** A simulated visitor. */
export interface Visitor extends VisitorFacts {
  /** Local time of the campaign; empty is now. */
  at: string;
}

export const DEFAULT_VISITOR: Visitor = {
  country: 'UA',
  language: 'uk',
  device: 'mobile',
  os: 'android',
  browser: 'chrome',
  at: '',
};
