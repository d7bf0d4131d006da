import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GuideTexts, InstructionBody, type InstructionCategory } from '@poklik/contract/instructions';
import type { Language } from '@poklik/contract/language';
import type { Database } from '../../stores/postgres.ts';
import { upsertBuiltInInstruction } from './instructions.repo.ts';

/** In the order in which a new customer needs them. */
const BUILT_IN_GUIDES: { slug: string; category: InstructionCategory; hasCheck?: true }[] = [
  { slug: 'quick-start', category: 'quickstart', hasCheck: true },
  { slug: 'tracking-link', category: 'tracking_link', hasCheck: true },
  { slug: 'parameters', category: 'tracking_link' },
  { slug: 'offers', category: 'tracking_link' },
  { slug: 'landers', category: 'tracking_link' },
  { slug: 'script-tracking', category: 'tracking_link' },
  { slug: 'parallel-tracking', category: 'tracking_link' },
  { slug: 'bulk-edit', category: 'tracking_link' },
  { slug: 'postback', category: 'postback', hasCheck: true },
  { slug: 'pixel', category: 'pixel' },
  { slug: 'api', category: 'api' },
  { slug: 'traffic-source', category: 'traffic_source' },
  { slug: 'billing', category: 'billing' },
];

/** Next to this file, and next to the bundle. */
const GUIDES_FOLDER = new URL('./guides/', import.meta.url);

/** One Markdown file per language; its first line is the title. */
function readGuide(slug: string): { title: GuideTexts; body: GuideTexts } {
  const read = (language: Language) => {
    const [heading = '', ...rest] = readFileSync(
      fileURLToPath(new URL(`${language}/${slug}.md`, GUIDES_FOLDER)),
      'utf8',
    ).split('\n');
    return { title: heading.replace(/^#\s*/, ''), body: rest.join('\n').trim() };
  };
  const [ua, ru, en] = [read('ua'), read('ru'), read('en')];
  return {
    title: { ua: ua.title, ru: ru.title, en: en.title },
    body: { ua: ua.body, ru: ru.body, en: en.body },
  };
}

export const loadBuiltInGuides = (): InstructionBody[] =>
  BUILT_IN_GUIDES.map(({ slug, category, hasCheck = false }) =>
    InstructionBody.parse({ slug, category, ...readGuide(slug), has_check: hasCheck, is_published: true }),
  );

/** Runs at every start, so that a release can add guides and update texts. */
export async function syncBuiltInGuides(db: Database): Promise<void> {
  for (const [place, guide] of loadBuiltInGuides().entries()) await upsertBuiltInInstruction(db, guide, place + 1);
}
