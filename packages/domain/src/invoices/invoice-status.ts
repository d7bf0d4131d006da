import type { InvoiceStatus } from '@poklik/contract/invoices';

const TRANSITIONS: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['open', 'paid'],
  open: ['paid', 'void', 'uncollectible'],
  // An uncollectible invoice can still be paid.
  uncollectible: ['paid', 'void'],
  paid: ['void', 'disputed'],
  disputed: ['paid'],
  void: [],
};

export const canTransition = (status: InvoiceStatus, next: InvoiceStatus): boolean =>
  TRANSITIONS[status].includes(next);
