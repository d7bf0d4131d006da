import { MONEY_FIELDS } from '@poklik/contract/money';
import { isMoneyColumn } from '@poklik/contract/type-columns';

/** Replaces money with null at any depth. */
export function redactMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactMoney);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // A conversion type may have the name of a field with money.
      MONEY_FIELDS.has(name) && (typeof inner !== 'object' || Array.isArray(inner)) ? null : redactMoney(inner),
    ]),
  );
}

/** URLs built from a template may contain money everywhere but in the host. */
export const hostOnly = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** Sorting by money reveals who has more. */
export const sortsByMoney = (query: unknown): boolean =>
  isMoneyColumn(String((query as { sort?: unknown } | undefined)?.sort));
