/** The browser's token cookie. Requests send the token in a header; the cookie alone authorizes nothing. */
export const SESSION_COOKIE = 'token';
