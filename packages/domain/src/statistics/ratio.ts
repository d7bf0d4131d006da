/** Null when divided by zero. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
