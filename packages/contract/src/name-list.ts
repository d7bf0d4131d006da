import * as z from 'zod/mini';

/** Distinct names, comma-separated. */
export function nameList<Name extends string>(
  all: readonly [Name, ...Name[]],
  max: number,
  error: 'group_by' | 'columns',
) {
  const read = (text: string): Name[] | null => {
    const names = text === '' ? [] : text.split(',');
    const known = all.filter((name) => names.includes(name));
    return known.length === names.length && names.length <= max ? (names as Name[]) : null;
  };
  return z.pipe(
    z.string().check(
      z.maxLength(600),
      z.refine((text) => read(text) !== null, { error }),
    ),
    z.pipe(
      z.transform((text: string) => read(text) ?? []),
      z.array(z.enum(all)),
    ),
  );
}
