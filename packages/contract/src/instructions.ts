import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs, Timestamp } from './fields.ts';
import { LANGUAGES } from './language.ts';

export const GUIDE_TITLE_MAX = 120;
export const GUIDE_BODY_MAX = 40_000;
export const SLUG_MAX = 60;
const GUIDES_MAX = 500;

export const INSTRUCTION_CATEGORIES = [
  'quickstart',
  'tracking_link',
  'postback',
  'pixel',
  'api',
  'traffic_source',
  'billing',
] as const;
export const InstructionCategory = z.enum(INSTRUCTION_CATEGORIES);
export type InstructionCategory = z.infer<typeof InstructionCategory>;

/** Replaced where a guide names them in double braces: values of the reader's campaign and URLs of this installation. */
export const CAMPAIGN_PLACEHOLDERS = [
  'tracking_link',
  'postback_url',
  'postback_key',
  'campaign_key',
  'tracker_url',
] as const;
export const PLACEHOLDERS = [...CAMPAIGN_PLACEHOLDERS, 'site_url'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const slug = z.string().check(z.trim(), z.maxLength(SLUG_MAX), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'slug'));
const localized = <T extends z.ZodMiniType>(text: T) => z.object({ ua: text, ru: text, en: text });

/** Languages without a translation are empty in both. */
const Texts = localized(z.string());
export type GuideTexts = z.infer<typeof Texts>;

interface Written {
  title: GuideTexts;
  body: GuideTexts;
}

export const Instruction = z.object({
  id: Id,
  slug: z.string(),
  category: InstructionCategory,
  position: z.int(),
  title: Texts,
  body: Texts,
  /** Ends with live checks on one of the reader's campaigns. */
  has_check: z.boolean(),
  is_published: z.boolean(),
  updated_at: Timestamp,
});
export type Instruction = z.infer<typeof Instruction>;

export const InstructionBody = z
  .object({
    slug,
    category: InstructionCategory,
    title: localized(line(0, GUIDE_TITLE_MAX)),
    body: localized(paragraphs(0, GUIDE_BODY_MAX)),
    has_check: z.boolean(),
    is_published: z.boolean(),
  })
  .check(
    ...LANGUAGES.flatMap((language) => [
      z.refine<Written>(({ title, body }) => body[language] === '' || title[language] !== '', {
        path: ['title', language],
        error: 'guide_half',
      }),
      z.refine<Written>(({ title, body }) => title[language] === '' || body[language] !== '', {
        path: ['body', language],
        error: 'guide_half',
      }),
    ]),
    z.refine(({ title }) => LANGUAGES.some((language) => title[language] !== ''), {
      path: ['title', 'ua'],
      error: 'guide_empty',
    }),
  );
export type InstructionBody = z.infer<typeof InstructionBody>;

export const instructionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/instructions',
    access: 'instructions:read',
    summary: 'Lists published guides in order. Operators also see drafts.',
    response: z.object({ data: z.array(Instruction) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/instructions',
    access: 'instructions:write',
    summary: 'Adds a guide to the end of the list.',
    body: InstructionBody,
    bodyBytesMax: 1_000_000,
    status: 201,
    response: z.object({ data: Instruction }),
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/instructions/reorder',
    access: 'instructions:write',
    summary: 'Moves the given guides to the top in this order. The rest follow in their current order.',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(GUIDES_MAX)) }),
    response: z.object({ data: z.array(Instruction) }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/instructions/{id}',
    access: 'instructions:write',
    summary: 'Replaces a guide.',
    params: IdParams,
    body: InstructionBody,
    bodyBytesMax: 1_000_000,
    response: z.object({ data: Instruction }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/instructions/{id}',
    access: 'instructions:write',
    summary: 'Deletes a guide for everyone.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
};
