/** The link to each slot of a lander, for its page: `/o/1?l=KEY`. */
export const slotLinks = (origin: string, { key, slots }: { key: string; slots: number }): string[] =>
  Array.from({ length: slots }, (_, at) => `${origin}/o/${at + 1}?l=${encodeURIComponent(key)}`);
