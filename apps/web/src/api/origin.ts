interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** What a redirect to the sign-in screen passes along: where the visitor wanted to be. */
export interface Origin {
  from?: Place;
}

/** Where to go after signing in, if something was passed along. */
export function readOrigin(state: unknown): Place | null {
  const from = (state as Origin | null)?.from;
  return from ? { pathname: from.pathname, search: from.search, hash: from.hash } : null;
}
