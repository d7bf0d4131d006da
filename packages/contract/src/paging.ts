import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import { TypeColumn } from './type-columns.ts';

export const PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 25, 50, 100] as const;

const positiveInteger = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(1), z.maximum(max)),
    ),
  );

export const SortOrder = z.enum(['asc', 'desc']);
export type SortOrder = z.infer<typeof SortOrder>;

/** Query of every list: `page`, `per_page`, and `sort` by a named column. */
export const pageQuery = <const Column extends string>(columns: readonly [Column, ...Column[]]) => ({
  page: z.optional(positiveInteger(1_000_000)),
  per_page: z.optional(positiveInteger(100)),
  sort: z.optional(z.enum(columns)),
  order: z.optional(SortOrder),
});

/** Query of a list of metrics, which can be sorted by those of conversion types too. */
export const metricsPageQuery = <const Column extends string>(columns: readonly [Column, ...Column[]]) => ({
  ...pageQuery(columns),
  sort: z.optional(z.union([z.enum(columns), TypeColumn])),
});

export const PageLinks = z.object({ prev: z.nullable(z.string()), next: z.nullable(z.string()) });

export const PageMeta = z.object({
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  links: z.array(z.object({ label: z.string(), active: z.boolean() })),
});
export type PageMeta = z.infer<typeof PageMeta>;

export const page = <Row extends Schema>(row: Row) =>
  z.object({ data: z.array(row), links: PageLinks, meta: PageMeta });
