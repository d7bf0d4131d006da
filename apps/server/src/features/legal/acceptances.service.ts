import type { Terms } from '@poklik/contract/auth';
import type { Language } from '@poklik/contract/language';
import type { LegalRelease } from '@poklik/domain/legal/releases-in-force';
import { releasesInForce, releasesToAccept } from '@poklik/domain/legal/releases-in-force';
import type { Config } from '../../config.ts';
import type { Visitor } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { insertAcceptances, listAcceptances } from './legal.repo.ts';

type LegalConfig = Pick<Config, 'terms' | 'legal' | 'publicUrl'>;

/** What a visitor accepts to sign up. Terms hosted elsewhere, set in the environment, win. */
export function findTerms({ terms, legal, publicUrl }: LegalConfig, language: Language): Terms | null {
  if (terms !== null) return terms;
  const inForce = releasesInForce(legal, new Date());
  const [document] = [...inForce.filter(({ slug }) => slug === 'terms'), ...inForce];
  if (document === undefined) return null;
  const urlOf = (slug: string) => `${publicUrl}/${language}/legal/${slug}`;
  const hasPrivacy = document.slug !== 'privacy' && inForce.some(({ slug }) => slug === 'privacy');
  return {
    url: urlOf(document.slug),
    privacy_url: hasPrivacy ? urlOf('privacy') : null,
    version: `${document.slug} ${document.version}`,
  };
}

/** Signing up accepts every document in force, unless terms hosted elsewhere were shown instead. */
export const acceptCurrentDocuments = (
  tx: Database,
  { legal, terms }: Pick<Config, 'legal' | 'terms'>,
  userId: number,
  { language, ip }: Pick<Visitor, 'language' | 'ip'>,
): Promise<void> =>
  insertAcceptances(
    tx,
    releasesInForce(terms === null ? legal : [], new Date()).map(({ slug, version }) => ({
      userId,
      slug,
      version,
      language,
      ip,
    })),
  );

/** The documents in force that the user has to accept. Without any that need it, nothing is read. */
export async function listPendingDocuments(
  db: Database,
  legal: readonly LegalRelease[],
  userId: number,
  now: Date,
): Promise<LegalRelease[]> {
  if (releasesToAccept(legal, [], now).length === 0) return [];
  return releasesToAccept(legal, await listAcceptances(db, userId), now);
}
