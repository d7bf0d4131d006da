import { type ClickContext, DropReason } from '../click-context.ts';

/** Rejected, so that the browser requests it again on a real click. */
export const rejectPrefetch = ({ visit }: ClickContext): DropReason | undefined =>
  visit.isPrefetch ? DropReason.prefetch : undefined;

/** Detects country, language and device of a visitor. */
export function detectVisitor(click: ClickContext): undefined {
  const { sources, visit } = click;
  const { device, os, browser, isBot, userAgent } = sources.deviceOf(visit.userAgent);
  click.visitor = {
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

/** Recorded for uniqueness and for the owner; routing reads neither. */
export function identifyVisitor(click: ClickContext): undefined {
  const { sources, visit } = click;
  click.visitorHash = sources.visitorHash(visit.address.text, visit.userAgent);
  click.address = sources.keptAddress(visit.address);
}
