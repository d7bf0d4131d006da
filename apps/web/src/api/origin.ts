interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** Router state of a redirect to the login screen: where the visitor wanted to go. */
export interface Origin {
  from?: Place;
}

/** Where to go after login, if set. */
export function readOrigin(state: unknown): Place | null {
  const from = (state as Origin | null)?.from;
  return from ? { pathname: from.pathname, search: from.search, hash: from.hash } : null;
}
