import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, line, paragraphs, Timestamp } from './fields.ts';
import { Language } from './language.ts';

export const LEGAL_SLUGS = ['terms', 'privacy', 'data-processing'] as const;
export const LegalSlug = z.enum(LEGAL_SLUGS);
export type LegalSlug = z.infer<typeof LegalSlug>;

export const LEGAL_TEXT_MAX = 100_000;
/** A new version comes into force this long after it was published. */
export const LEGAL_NOTICE_DAYS = 14;

const LegalText = z.object({ title: line(1, 120), text: paragraphs(1, LEGAL_TEXT_MAX) });
export const LegalTexts = z.object({ ua: LegalText, ru: LegalText, en: LegalText });
export type LegalTexts = z.infer<typeof LegalTexts>;

const Version = z.int().check(z.minimum(1));

const edition = {
  slug: LegalSlug,
  version: Version,
  effective_at: Timestamp,
  /** Owners must accept this version to keep making changes. */
  needs_acceptance: z.boolean(),
  published_at: Timestamp,
};
export const LegalEdition = z.object({
  ...edition,
  titles: z.object({ ua: z.string(), ru: z.string(), en: z.string() }),
});
export type LegalEdition = z.infer<typeof LegalEdition>;

export const LegalDocument = z.object({ ...edition, texts: LegalTexts });
export type LegalDocument = z.infer<typeof LegalDocument>;

const publication = { texts: LegalTexts, needs_acceptance: z.boolean() };
export const LegalPublication = z.object(publication);

const slugParams = z.object({ slug: LegalSlug });

export const legalApi = {
  list: endpoint({
    method: 'GET',
    path: '/legal',
    access: 'public',
    summary: 'Lists the published legal documents: the version in force, and the next one if it is announced.',
    response: z.object({ data: z.array(LegalEdition) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/legal/{slug}',
    access: 'public',
    summary: 'Returns a legal document in three languages: the version in force, or the one asked for.',
    params: slugParams,
    query: z.object({ version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) }),
    response: z.object({ data: LegalDocument }),
    errors: ['not_found'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/legal/{slug}',
    access: 'settings:write',
    summary:
      'Publishes a version of a legal document, which never changes again. The first is in force at once, later ones after 14 days.',
    params: slugParams,
    body: z.object({
      /** The latest version, 0 if there is none. */
      version: z.int().check(z.minimum(0)),
      ...publication,
    }),
    bodyBytesMax: 2 * 1024 * 1024,
    status: 201,
    response: z.object({ data: LegalEdition }),
    errors: ['version_conflict'],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/legal_acceptances',
    access: 'session',
    summary: 'Lists the documents in force that you have to accept.',
    response: z.object({ data: z.array(LegalEdition) }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/legal/accept',
    access: 'legal:accept',
    summary: 'Accepts a version of a legal document for your account.',
    body: z.object({ slug: LegalSlug, version: Version, language: Language }),
    response: Done,
    errors: ['not_found'],
  }),
};
