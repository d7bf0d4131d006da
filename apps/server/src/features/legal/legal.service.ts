import { AppError } from '@poklik/contract/errors';
import { LANGUAGES, type Language } from '@poklik/contract/language';
import {
  LEGAL_NOTICE_DAYS,
  type LegalDocument,
  type LegalEdition,
  type LegalSlug,
  type LegalTexts,
} from '@poklik/contract/legal';
import { ROLES } from '@poklik/contract/roles';
import { effectiveAtOf, releasesInForce } from '@poklik/domain/legal/releases-in-force';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { createAnnouncement } from '../notifications/notifications.service.ts';
import { lockSettings } from '../settings/settings.repo.ts';
import { listPendingDocuments } from './acceptances.service.ts';
import {
  type EditionRow,
  findTexts,
  hasAccepted,
  insertAcceptances,
  insertDocument,
  listEditionRows,
} from './legal.repo.ts';

const toEdition = (row: EditionRow): LegalEdition => ({ ...factsOf(row), titles: row.titles });

const factsOf = ({ slug, version, effectiveAt, needsAcceptance, publishedAt }: Omit<EditionRow, 'titles'>) => ({
  slug,
  version,
  effective_at: effectiveAt.toISOString(),
  needs_acceptance: needsAcceptance,
  published_at: publishedAt.toISOString(),
});

/** In force or announced; earlier versions can be read by their number. */
export async function listEditions({ db }: Services): Promise<LegalEdition[]> {
  const rows = await listEditionRows(db);
  const now = new Date();
  const current = new Set(releasesInForce(rows, now));
  return rows.filter((row) => current.has(row) || row.effectiveAt > now).map(toEdition);
}

export async function getDocument(
  { db }: Services,
  slug: LegalSlug,
  version: number | undefined,
): Promise<LegalDocument> {
  const rows = (await listEditionRows(db)).filter((row) => row.slug === slug);
  const [inForce] = releasesInForce(rows, new Date());
  const found = version === undefined ? inForce : rows.find((row) => row.version === version);
  const texts = found && (await findTexts(db, slug, found.version));
  if (!texts) throw new AppError('not_found');
  return { ...factsOf(found), texts };
}

interface Publication {
  version: number;
  texts: LegalTexts;
  needs_acceptance: boolean;
}

export async function publishDocument(
  services: Services,
  caller: Caller,
  slug: LegalSlug,
  { version, texts, needs_acceptance: needsAcceptance }: Publication,
): Promise<LegalEdition> {
  const published = await services.db.transaction(async (tx) => {
    await lockSettings(tx);
    const earlier = (await listEditionRows(tx)).filter((row) => row.slug === slug);
    if ((earlier[0]?.version ?? 0) !== version) throw new AppError('version_conflict');
    const effectiveAt = effectiveAtOf(earlier.length > 0, new Date(), LEGAL_NOTICE_DAYS);
    const row = { slug, version: version + 1, texts, effectiveAt, needsAcceptance, by: caller.userId };
    await insertDocument(tx, row);
    if (earlier.length > 0) await announce(tx, services, caller, row);
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'legal.published',
      entity: `legal:${slug}`,
      after: { slug, version: version + 1, effective_at: effectiveAt.toISOString(), needs_acceptance: needsAcceptance },
      ip: caller.ip,
    });
    const titles = { ua: texts.ua.title, ru: texts.ru.title, en: texts.en.title };
    return { ...row, titles, publishedAt: new Date() };
  });
  await services.liveConfig.refresh();
  return toEdition(published);
}

/** An announcement to all customers that links to the new text. */
async function announce(
  tx: Services['db'],
  { config }: Services,
  caller: Caller,
  { slug, version, texts, effectiveAt }: { slug: LegalSlug; version: number; texts: LegalTexts; effectiveAt: Date },
): Promise<void> {
  const say = (locale: Language, part: string) =>
    translator(locale)(`legal.${part}`, {
      title: texts[locale].title,
      date: effectiveAt.toISOString().slice(0, 10),
      url: `${config.publicUrl}/${locale}/legal/${slug}?version=${version}`,
    });
  await createAnnouncement(tx, caller, {
    titles: LANGUAGES.map((locale) => ({ locale, title: say(locale, 'announced_title').slice(0, 200) })),
    messages: LANGUAGES.map((locale) => ({ locale, message: say(locale, 'announced_text') })),
    role: ROLES.USER,
  });
}

export async function listPendingEditions({ db, config }: Services, caller: Caller): Promise<LegalEdition[]> {
  if (!caller.lacksAcceptance) return [];
  const pending = await listPendingDocuments(db, config.legal, caller.userId, new Date());
  const rows = await listEditionRows(db);
  return rows
    .filter((row) => pending.some(({ slug, version }) => row.slug === slug && row.version === version))
    .map(toEdition);
}

export async function acceptDocument(
  { db, config }: Services,
  { userId, ip }: Caller,
  { slug, version, language }: { slug: LegalSlug; version: number; language: Language },
): Promise<void> {
  if (!config.legal.some((release) => release.slug === slug && release.version === version))
    throw new AppError('not_found');
  if (await hasAccepted(db, { userId, slug, version })) return;
  await insertAcceptances(db, [{ userId, slug, version, language, ip }]);
}
