/** Campaign IDs allowed by both scopes; null allows all. */
export const intersectScopes = (
  one: readonly number[] | null,
  other: readonly number[] | null,
): readonly number[] | null => (one === null ? other : other === null ? one : one.filter((id) => other.includes(id)));
