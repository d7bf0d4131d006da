import type { Language } from '@poklik/contract/language';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { CATALOGUE_TEXTS } from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import type { TrafficSourceRow } from './traffic-sources.repo.ts';

type Shown = Pick<TrafficSourceRow, 'code' | 'details' | 'catalogueRevision' | 'isEdited'>;

/** Notes of shipped templates in the reader's language; edited and own notes as they were written. */
export function shownDetails({ code, details, catalogueRevision, isEdited }: Shown, language: Language) {
  const shipped = catalogueRevision === null ? undefined : CATALOGUE_TEXTS.get(code);
  if (!shipped) return details;
  const notes = shipped.notes?.[language] ?? '';
  if (!isEdited) return { ...details, notes, unverified: shipped.unverified };
  // Another part was edited, maybe in another language.
  const isShippedNote = Object.values(shipped.notes ?? {}).includes(details.notes);
  return isShippedNote ? { ...details, notes } : details;
}

export const toTrafficSource = (row: TrafficSourceRow, language: Language): TrafficSource => ({
  ...shownDetails(row, language),
  id: row.id,
  code: row.code,
  name: row.name,
  revision: row.revision,
  is_own: row.accountId !== null,
  is_shipped: row.catalogueRevision !== null,
  is_hidden: row.isHidden,
  updated_at: row.updatedAt.toISOString(),
});
