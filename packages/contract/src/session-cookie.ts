/** Where the browser keeps its token. Calls carry the token in a header; the cookie itself opens nothing. */
export const SESSION_COOKIE = 'token';
