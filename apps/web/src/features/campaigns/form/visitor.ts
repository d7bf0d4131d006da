import type { VisitorFacts } from '@poklik/contract/routing';

/** Somebody who might click, as the reader imagines them. */
export interface Visitor extends VisitorFacts {
  /** What the clock of the campaign shows; empty is now. */
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
