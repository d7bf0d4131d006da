import type { VisitorFacts } from '@poklik/contract/routing';
import type { DeviceFacts } from '../device.ts';
import type { Visit } from '../visit.ts';

export interface FactSources {
  countryOf(address: string): string;
  languageOf(acceptLanguage: string): string;
  deviceOf(userAgent: string): DeviceFacts;
}

export interface KnownVisitor {
  /** All of it that routing may look at. */
  facts: VisitorFacts;
  isBot: boolean;
  /** As it is recorded. */
  userAgent: string;
}

/** What address, language and device say about a visitor. */
export function visitorFacts(sources: FactSources, visit: Visit): KnownVisitor {
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
