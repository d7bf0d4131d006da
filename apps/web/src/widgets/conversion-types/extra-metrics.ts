import { isLtv } from '@poklik/contract/ltv';
import { TYPES_ASKED_MAX, typesOfColumns } from '@poklik/contract/type-columns';

/** Parameters for what is only counted when it is asked for. */
export interface Extras {
  /** Codes of conversion types and goals, comma-separated. */
  types?: string;
  ltv?: '1';
}

/** What these columns need. */
export function extrasOf(ids: readonly string[]): Extras {
  const types = typesOfColumns(ids).slice(0, TYPES_ASKED_MAX);
  return { ...(types.length > 0 && { types: types.join(',') }), ...(ids.some(isLtv) && { ltv: '1' as const }) };
}
