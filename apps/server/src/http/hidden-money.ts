import { MONEY_FIELDS } from '@poklik/contract/money';

/** The same answer with nothing where money stood, however deep. */
export function hideMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideMoney);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, MONEY_FIELDS.has(name) ? null : hideMoney(inner)]),
  );
}

/** An address that was made from a template can tell money too, everywhere but in its host. */
export const hostAlone = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** An order by money tells who has more of it. */
export const sortsByMoney = (query: unknown): boolean =>
  MONEY_FIELDS.has(String((query as { sort?: unknown } | undefined)?.sort));
