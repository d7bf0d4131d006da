import type { Language } from '@poklik/contract/language';
import type { LegalSlug, LegalTexts } from '@poklik/contract/legal';
import type { LegalRelease } from '@poklik/domain/legal/releases-in-force';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { SETTINGS_CHANNEL } from '../../settings/live-config.ts';
import type { Database } from '../../stores/postgres.ts';
import { legalAcceptances, legalDocuments } from '../../stores/tables/settings.ts';

const RELEASE = {
  slug: sql<LegalSlug>`${legalDocuments.slug}`,
  version: legalDocuments.version,
  effectiveAt: legalDocuments.effectiveAt,
  needsAcceptance: legalDocuments.needsAcceptance,
};

export const listReleases = (db: Database): Promise<LegalRelease[]> =>
  db.select(RELEASE).from(legalDocuments).orderBy(asc(legalDocuments.slug), asc(legalDocuments.version));

export type EditionRow = Awaited<ReturnType<typeof listEditionRows>>[number];

/** Without the texts, which are long. */
export const listEditionRows = (db: Database) =>
  db
    .select({
      ...RELEASE,
      publishedAt: legalDocuments.publishedAt,
      titles: sql<
        Record<Language, string>
      >`jsonb_build_object('ua', texts #>> '{ua,title}', 'ru', texts #>> '{ru,title}', 'en', texts #>> '{en,title}')`,
    })
    .from(legalDocuments)
    .orderBy(asc(legalDocuments.slug), desc(legalDocuments.version));

export async function findTexts(db: Database, slug: LegalSlug, version: number): Promise<LegalTexts | undefined> {
  const [found] = await db
    .select({ texts: legalDocuments.texts })
    .from(legalDocuments)
    .where(and(eq(legalDocuments.slug, slug), eq(legalDocuments.version, version)));
  return found?.texts;
}

export async function insertDocument(
  tx: Database,
  row: { slug: LegalSlug; version: number; texts: LegalTexts; effectiveAt: Date; needsAcceptance: boolean; by: number },
): Promise<void> {
  await tx.insert(legalDocuments).values(row);
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);
}

export const listAcceptances = (db: Database, userId: number) =>
  db
    .select({ slug: legalAcceptances.slug, version: legalAcceptances.version })
    .from(legalAcceptances)
    .where(eq(legalAcceptances.userId, userId));

export async function insertAcceptances(
  db: Database,
  rows: readonly { userId: number; slug: LegalSlug; version: number; language: Language; ip: string }[],
): Promise<void> {
  if (rows.length > 0) await db.insert(legalAcceptances).values([...rows]);
}

export const hasAccepted = async (
  db: Database,
  { userId, slug, version }: { userId: number; slug: LegalSlug; version: number },
): Promise<boolean> =>
  (await db.$count(
    legalAcceptances,
    and(eq(legalAcceptances.userId, userId), eq(legalAcceptances.slug, slug), eq(legalAcceptances.version, version)),
  )) > 0;
