import { describe, expect, it } from 'vitest';
import { effectiveAtOf, releasesInForce, releasesToAccept } from './releases-in-force.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const release = (slug: string, version: number, day: number, needsAcceptance = true) => ({
  ...{ slug, version, effectiveAt: at(day), needsAcceptance },
});
const TERMS = [release('terms', 1, 1), release('terms', 2, 15), release('terms', 3, 20, false)];
const PRIVACY = release('privacy', 1, 1, false);

describe('legal documents', () => {
  it.each([
    ['before the first', 0, []],
    ['the first', 1, [1]],
    ['while the second is announced', 14, [1]],
    ['the second', 15, [2]],
  ])('in force %s', (_, day, versions) => {
    expect(releasesInForce(TERMS, at(day)).map(({ version }) => version)).toEqual(versions);
  });

  it.each([
    ['nothing accepted', 14, [], [1]],
    ['accepted', 14, [1], []],
    ['announced only', 14, [1], []],
    ['a new version in force', 15, [1], [2]],
    ['the new one accepted', 16, [1, 2], []],
    ['accepted ahead', 16, [2], []],
    ['a correction after it', 21, [2], []],
    ['a correction does not excuse', 21, [1], [3]],
    ['the correction accepted', 21, [1, 3], []],
  ])('to accept: %s', (_, day, versions, expected) => {
    const accepted = versions.map((version) => ({ slug: 'terms', version }));
    const found = releasesToAccept([...TERMS, PRIVACY], accepted, at(day));
    expect(found.map(({ slug, version }) => [slug, version])).toEqual(expected.map((version) => ['terms', version]));
  });

  it('come into force after the notice, the first at once', () => {
    expect(effectiveAtOf(false, at(1), 14)).toEqual(at(1));
    expect(effectiveAtOf(true, at(1), 14)).toEqual(at(15));
  });
});
