type Read = (written: string) => unknown;

/** A value that did not come from the keyboard is what the form keeps already. */
export const asWritten =
  (read: Read) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? read(value) : value;

/** An emptied field removes the value. */
export const orNull = (written: string): string | null => written.trim() || null;

/** An empty field says nothing. */
export const orNothing = (written: string): string | undefined => written.trim() || undefined;

/** A whole number; what is not one stays as it is written, to be refused by its form. */
export const wholeNumber = (written: string): number | string =>
  /^\d{1,15}$/.test(written.trim()) ? Number(written.trim()) : written;

export const wholeNumberOrNull = (written: string): number | string | null =>
  written.trim() === '' ? null : wholeNumber(written);
