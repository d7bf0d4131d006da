import type { ConversionStatus } from '@poklik/contract/campaigns';

/** Reads the first value of a parameter; null when missing. */
export type SentParameter = (name: string) => string | null;

const plain = (word: string): string => word.trim().toLowerCase();

/** The entry for a word, in any case. */
export const findWord = <Entry extends { word: string }>(entries: readonly Entry[], word: string): Entry | undefined =>
  word === '' ? undefined : entries.find((entry) => plain(entry.word) === plain(word));

/** Parameters of addresses made for Keitaro that list the network's words. */
const TAUGHT = [
  ['sale_status', 'approved'],
  ['lead_status', 'pending'],
  ['rejected_status', 'rejected'],
] as const;

/** The words that a postback itself explains. */
export const listTaughtStatuses = (sent: SentParameter): { word: string; status: ConversionStatus }[] =>
  TAUGHT.flatMap(([name, status]) =>
    (sent(name) ?? '')
      .split(',')
      .filter((word) => word.trim() !== '')
      .map((word) => ({ word, status })),
  );
