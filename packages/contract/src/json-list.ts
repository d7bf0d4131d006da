import * as z from 'zod/mini';

/** A list as JSON text, because query parameters are texts and values may contain any character. */
export function jsonList<Item>(
  list: z.ZodMiniType<Item[]>,
  parsed: z.ZodMiniType<Item[], Item[]>,
  { lengthMax, error }: { lengthMax: number; error: 'filters' | 'panels' },
) {
  const read = (text: string): Item[] | null => {
    try {
      const result = list.safeParse(JSON.parse(text));
      return result.success ? result.data : null;
    } catch {
      return null;
    }
  };
  return z.pipe(
    z.string().check(
      z.maxLength(lengthMax),
      z.refine((text) => text === '' || read(text) !== null, { error }),
    ),
    z.pipe(
      z.transform((text: string) => read(text) ?? []),
      parsed,
    ),
  );
}
