const DAY_MS = 86_400_000;
const NOTICE_DAYS = [7, 30] as const;

/** The notice that is due for a card: its last day, and which of the two notices. Null if none is due. */
export function dueCardNotice(expires: string, now: Date): { days: number; lastDay: string } | null {
  const [year = 0, month = 0] = expires.split('-').map(Number);
  // A card works until its month is over.
  const end = Date.UTC(year, month, 1);
  const left = (end - now.getTime()) / DAY_MS;
  const days = NOTICE_DAYS.find((count) => left <= count);
  if (days === undefined || left <= 0) return null;
  return { days, lastDay: new Date(end - DAY_MS).toISOString().slice(0, 10) };
}
