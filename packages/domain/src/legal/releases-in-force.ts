import type { LegalSlug } from '@poklik/contract/legal';

/** A published version of a legal document. */
interface Release {
  slug: string;
  version: number;
  effectiveAt: Date;
  needsAcceptance: boolean;
}

export interface LegalRelease extends Release {
  slug: LegalSlug;
}

/** The latest version of each document that is in force. */
export function releasesInForce<R extends Release>(releases: readonly R[], now: Date): R[] {
  const latest = new Map<string, R>();
  for (const release of releases) {
    const known = latest.get(release.slug);
    if (release.effectiveAt <= now && (known === undefined || known.version < release.version))
      latest.set(release.slug, release);
  }
  return [...latest.values()];
}

/**
 * The versions that must be accepted now. A later version that needs no acceptance, such as a corrected address, does
 * not replace the need to accept an earlier one; accepting any version from there on is enough.
 */
export function releasesToAccept<R extends Release>(
  releases: readonly R[],
  accepted: readonly { slug: string; version: number }[],
  now: Date,
): R[] {
  const needing = releasesInForce(
    releases.filter(({ needsAcceptance }) => needsAcceptance),
    now,
  );
  const missing = needing.filter(
    ({ slug, version }) => !accepted.some((one) => one.slug === slug && one.version >= version),
  );
  return releasesInForce(releases, now).filter(({ slug }) => missing.some((release) => release.slug === slug));
}

/** When a new version comes into force: the first one at once, later ones after the notice. */
export const effectiveAtOf = (hasEarlier: boolean, now: Date, noticeDays: number): Date =>
  hasEarlier ? new Date(now.getTime() + noticeDays * 86_400_000) : now;
