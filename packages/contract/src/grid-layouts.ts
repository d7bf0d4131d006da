import * as z from 'zod/mini';

export const COLUMN_WIDTH_MIN = 56;
export const COLUMN_WIDTH_MAX = 640;
const COLUMNS_MAX = 80;
const RULES_MAX = 50;
const THRESHOLD_MAX = 1e12;

/** Columns that a later version doesn't know are ignored, so layouts survive updates. */
const ColumnId = z.string().check(z.regex(/^[a-z0-9_./-]{1,72}$/));

export const GridLayoutColumn = z.object({
  id: ColumnId,
  /** In pixels; the usual width if omitted. */
  width: z.optional(z.int().check(z.minimum(COLUMN_WIDTH_MIN), z.maximum(COLUMN_WIDTH_MAX))),
  /** Stays next to the name while the others scroll. */
  pinned: z.optional(z.boolean()),
});
export type GridLayoutColumn = z.infer<typeof GridLayoutColumn>;

export const RULE_TONES = ['negative', 'warning', 'positive'] as const;

/** Marks values below or above a threshold. Shares are fractions: -0.3 for −30 %. */
export const ColorRule = z.object({
  column: ColumnId,
  when: z.enum(['below', 'above']),
  than: z.number().check(z.minimum(-THRESHOLD_MAX), z.maximum(THRESHOLD_MAX)),
  tone: z.enum(RULE_TONES),
});
export type ColorRule = z.infer<typeof ColorRule>;

/** Which columns a grid shows, and how. */
export const GridLayout = z.object({
  /** Visible columns in order; the name comes first and is always visible. */
  columns: z.array(GridLayoutColumn).check(z.maxLength(COLUMNS_MAX)),
  /** The first rule that applies counts. */
  rules: z.array(ColorRule).check(z.maxLength(RULES_MAX)),
});
export type GridLayout = z.infer<typeof GridLayout>;
