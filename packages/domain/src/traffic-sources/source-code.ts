import { slugify } from '../instructions/slug.ts';

/** Prefixes that no code of the catalogue has, so that a later release can't take the code of a campaign. */
const PREFIXES = { own: 'own-', shared: 'shared-' } as const;
const SLUG_MAX = 40;

/** The code of a new template: campaigns and reports keep it, whatever its name becomes. */
export function sourceCode(name: string, owner: keyof typeof PREFIXES, taken: readonly string[]): string {
  const base = `${PREFIXES[owner]}${slugify(name).slice(0, SLUG_MAX).replace(/-$/, '') || 'source'}`;
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(code)) return code;
  }
}
