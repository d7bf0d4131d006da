import type { VisitorFacts } from '@poklik/contract/routing';
import type { DeviceFacts } from '../device.ts';
import type { Visit } from '../visit.ts';

export interface FactSources {
  countryOf(address: string): string;
  languageOf(acceptLanguage: string): string;
  deviceOf(userAgent: string): DeviceFacts;
}

export interface DetectedVisitor {
  /** All that routing may use. */
  facts: VisitorFacts;
  isBot: boolean;
  /** As recorded. */
  userAgent: string;
}

/** Detects country, language and device of a visitor. */
export function detectVisitor(sources: FactSources, visit: Visit): DetectedVisitor {
  const { device, os, browser, isBot, userAgent } = sources.deviceOf(visit.userAgent);
  return {
    facts: {
      country: sources.countryOf(visit.address.text),
      language: sources.languageOf(visit.acceptLanguage),
      device,
      os,
      browser,
    },
    isBot,
    userAgent,
  };
}
