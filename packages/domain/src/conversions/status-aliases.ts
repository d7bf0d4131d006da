import type { ConversionStatus as Status } from '@poklik/contract/campaigns';

/**
 * Status names used by networks. Some name the event instead: a lead is pending, a sale is approved. Of the numbers
 * only 0 and 1 mean the same everywhere: 2 is rejected in one network and on hold in another, and rejected is final. So
 * every other number is pending.
 */
const ALIASES: Record<Status, readonly string[]> = {
  pending: [
    'pending',
    'hold',
    'on_hold',
    'onhold',
    'wait',
    'waiting',
    'new',
    'lead',
    'open',
    'processing',
    'unconfirmed',
    '0',
  ],
  approved: [
    ...[
      'approved',
      'approve',
      'accepted',
      'accept',
      'confirmed',
      'confirm',
      'paid',
      'payed',
      'sale',
      'rebill',
      'success',
    ],
    ...['successful', 'valid', 'complete', 'completed', 'done', 'ok', 'active', '1'],
  ],
  rejected: [
    ...['rejected', 'reject', 'declined', 'decline', 'canceled', 'cancelled', 'cancel', 'trash', 'invalid', 'refused'],
    ...['spam', 'fraud', 'failed', 'denied'],
  ],
  chargeback: ['chargeback', 'charge_back', 'refund', 'refunded', 'reversed', 'reversal', 'returned'],
};

const STATUS_BY_ALIAS: ReadonlyMap<string, Status> = new Map(
  Object.entries(ALIASES).flatMap(([status, words]) => words.map((word) => [word, status as Status])),
);

/** A missing status means approved. An unknown one stays pending until a user decides. */
export function parseStatus(word: string): Status {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return plain === '' ? 'approved' : (STATUS_BY_ALIAS.get(plain) ?? 'pending');
}
