type Read = (written: string) => unknown;

/** Values that were not typed are already parsed. */
export const asWritten =
  (read: Read) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? read(value) : value;

/** An empty field becomes null. */
export const orNull = (written: string): string | null => written.trim() || null;

/** An empty field becomes undefined. */
export const orNothing = (written: string): string | undefined => written.trim() || undefined;

/** Parses a whole number; other text is returned as is, for the schema to reject. */
export const wholeNumber = (written: string): number | string =>
  /^\d{1,15}$/.test(written.trim()) ? Number(written.trim()) : written;

export const wholeNumberOrNull = (written: string): number | string | null =>
  written.trim() === '' ? null : wholeNumber(written);
