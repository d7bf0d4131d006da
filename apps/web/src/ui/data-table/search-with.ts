/** Returns the query string with the given parameters changed; null removes one. */
export function searchWith(search: string, changes: Record<string, string | null>): { search: string } {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return { search: text === '' ? '' : `?${text}` };
}
