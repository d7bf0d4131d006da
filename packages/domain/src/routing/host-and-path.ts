/** A destination without its query string and fragment. */
export const hostAndPath = (url: string): string => url.replace(/[?#].*$/s, '');
