import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@poklik/contract/language';
import { loadNamespaces, startI18n } from '../i18n/i18n.ts';

const LOCALES = join(import.meta.dirname, '../../../../packages/locales');

/** Tests read the same files as people do, so that a test sees what a person sees. */
export async function startTestI18n(language: Language): Promise<void> {
  await startI18n(language, async (code, namespace) =>
    JSON.parse(await readFile(join(LOCALES, code, `${namespace}.json`), 'utf8')),
  );
  await loadNamespaces(['notifications']);
}
