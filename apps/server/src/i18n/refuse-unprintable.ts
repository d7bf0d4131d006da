import { type AppError, invalidField } from '@poklik/contract/errors';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { findUnprintable } from '@poklik/domain/invoices/printable-characters';

/** Refuses a text that documents can't print, naming the script in the reader's language. */
export function refuseUnprintable(field: string, text: string, reader: Language): AppError | null {
  const found = findUnprintable(text);
  if (!found) return null;
  const { character, script } = found;
  if (script === null) return invalidField(field, { key: 'character_unprintable', values: { character } });
  const name = new Intl.DisplayNames(LANGUAGE_TAGS[reader], { type: 'script' }).of(script) ?? script;
  return invalidField(field, { key: 'script_unprintable', values: { character, script: name } });
}
