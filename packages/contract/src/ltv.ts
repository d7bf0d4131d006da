import * as z from 'zod/mini';

/** Lifetime values are only counted when they are asked for. */
export const ltvQuery = {
  /** `1` counts `ltv_1`, `ltv_7`, `ltv_30` and `ltv_90`. */
  ltv: z.optional(z.enum(['0', '1'])),
};

export const isLtv = (id: string): boolean => id.startsWith('ltv_');
