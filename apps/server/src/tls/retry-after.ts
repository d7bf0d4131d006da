/** The time that a `Retry-After` header names, in seconds or as a date; null if there is none. */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const time = /^\d+$/.test(header.trim()) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? null : time;
}
