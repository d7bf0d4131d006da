import * as z from 'zod/mini';
import { ConversionType } from './conversion-values.ts';
import { MONEY_FIELDS } from './money.ts';

/** Metrics of one conversion type. */
export const TYPE_METRICS = ['conversions', 'pending', 'approved', 'rejected', 'revenue', 'cr', 'cost_per'] as const;
export type TypeMetric = (typeof TYPE_METRICS)[number];

/** Metrics of one conversion type, whether or not it counts as a conversion. */
export const TypeMetrics = z.object({
  conversions: z.int(),
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  /** Zero if its payouts are no revenue. */
  revenue: z.nullable(z.string()),
  /** Per click. */
  cr: z.nullable(z.number()),
  /** The whole cost per conversion of this type. */
  cost_per: z.nullable(z.string()),
});
export type TypeMetrics = z.infer<typeof TypeMetrics>;

const code = '[a-z0-9][a-z0-9_.-]{0,31}';
const PATTERN = new RegExp(`^(?:(${code})(?:\\.(${TYPE_METRICS.join('|')})|/(${code}))|(goal_(?:[1-9]|10))(_rate)?)$`);

/** A goal, which is asked for like a conversion type. */
export type GoalCode = `goal_${number}`;
export const isGoalCode = (code: string): code is GoalCode => /^goal_(?:[1-9]|10)$/.test(code);

/**
 * A metric of a conversion type, as `deposit.approved`, how many of one type there are per one of another, as
 * `deposit/registration`, or how many clicks reached a goal and their rate, as `goal_1` and `goal_1_rate`.
 */
export type TypeColumn = `${string}.${TypeMetric}` | `${string}/${string}` | GoalCode | `${GoalCode}_rate`;
/** One pattern, because two of a template literal and this one are hard to meet at once. */
export const TypeColumn = z.string().check(z.regex(PATTERN)) as unknown as z.ZodMiniType<TypeColumn, TypeColumn>;

interface ParsedTypeColumn {
  code: string;
  /** Null for a ratio. */
  metric: TypeMetric | null;
  /** The type in the divisor of a ratio. */
  per: string | null;
}

/** Null for every other column. */
export function parseTypeColumn(id: string): ParsedTypeColumn | null {
  const [, code, metric, per, goal, rate] = PATTERN.exec(id) ?? [];
  if (goal !== undefined) return { code: goal, metric: rate === undefined ? 'conversions' : 'cr', per: null };
  if (code === undefined) return null;
  return { code, metric: TYPE_METRICS.find((name) => name === metric) ?? null, per: per ?? null };
}

export const isTypeColumn = (id: string): id is TypeColumn => parseTypeColumn(id) !== null;

/** Whether a column, of conversion types or not, shows money. */
export const isMoneyColumn = (id: string | undefined): boolean =>
  id !== undefined && MONEY_FIELDS.has(parseTypeColumn(id)?.metric ?? id);

/** Codes of the types that columns are about. */
export const typesOfColumns = (ids: readonly string[]): string[] => [
  ...new Set(
    ids.flatMap((id) => {
      const column = parseTypeColumn(id);
      return column === null ? [] : column.per === null ? [column.code] : [column.code, column.per];
    }),
  ),
];

export const TYPES_ASKED_MAX = 20;

const readCodes = (text: string): string[] => (text === '' ? [] : text.split(','));

/** Distinct codes, comma-separated. */
export const typeList = z.pipe(
  z.string().check(
    z.maxLength(TYPES_ASKED_MAX * 33),
    z.refine(
      (text) => {
        const codes = readCodes(text);
        const areKnown = codes.every((each) => z.safeParse(ConversionType, each).data === each);
        return areKnown && codes.length <= TYPES_ASKED_MAX && new Set(codes).size === codes.length;
      },
      { error: 'types' },
    ),
  ),
  z.pipe(z.transform(readCodes), z.array(z.string())),
);
