type Values = Record<string, unknown> | null;

/** One line per changed field; nested values are left out. */
export function entryDetails(
  before: Values,
  after: Values,
): { name: string; before: string | null; after: string | null }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({ name, before: formatValue(before?.[name]), after: formatValue(after?.[name]) }))
    .filter((line) => line.before !== line.after);
}

function formatValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value
      .map(formatValue)
      .filter((part) => part !== null)
      .join(', ');
  return null;
}
