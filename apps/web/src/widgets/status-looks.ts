import type { ConversionStatus } from '@poklik/contract/campaigns';
import type { DomainStatus } from '@poklik/contract/domains';
import type { HelpStatus } from '@poklik/contract/help';
import type { InvoiceStatus } from '@poklik/contract/invoices';
import type { CommissionStatus } from '@poklik/contract/referrals';
import type { WithdrawalStatus } from '@poklik/contract/withdrawals';
import type { TrafficState } from '@poklik/domain/routing/traffic-state';
import type { BadgeLook } from '../ui/badge.tsx';

/** How each status of each thing looks. Within one thing no two statuses share a shape. */
export const STATUS_LOOKS = {
  campaign: {
    open: { kind: 'success', shape: 'dot' },
    paused: { kind: 'warning', shape: 'bars' },
    draft: { kind: 'neutral', shape: 'ring' },
    archived: { kind: 'neutral', shape: 'box' },
    not_started: { kind: 'info', shape: 'clock' },
    ended: { kind: 'neutral', shape: 'check' },
  } satisfies Looks<Exclude<TrafficState, 'capped'>>,
  conversion: {
    pending: { kind: 'warning', shape: 'clock' },
    approved: { kind: 'success', shape: 'check' },
    rejected: { kind: 'danger', shape: 'cross' },
    chargeback: { kind: 'danger', shape: 'back' },
  } satisfies Looks<ConversionStatus>,
  commission: {
    pending: { kind: 'warning', shape: 'clock' },
    held: { kind: 'info', shape: 'half' },
    available: { kind: 'success', shape: 'dot' },
    paid: { kind: 'neutral', shape: 'check' },
    reversed: { kind: 'danger', shape: 'back' },
  } satisfies Looks<CommissionStatus>,
  withdrawal: {
    pending: { kind: 'warning', shape: 'clock' },
    approved: { kind: 'info', shape: 'dot' },
    processing: { kind: 'accent', shape: 'half' },
    paid: { kind: 'success', shape: 'check' },
    rejected: { kind: 'danger', shape: 'cross' },
    cancelled: { kind: 'neutral', shape: 'back' },
    failed: { kind: 'danger', shape: 'alert' },
  } satisfies Looks<WithdrawalStatus>,
  invoice: {
    draft: { kind: 'neutral', shape: 'ring' },
    open: { kind: 'warning', shape: 'clock' },
    paid: { kind: 'success', shape: 'check' },
    void: { kind: 'neutral', shape: 'cross' },
    uncollectible: { kind: 'danger', shape: 'alert' },
    disputed: { kind: 'danger', shape: 'half' },
  } satisfies Looks<InvoiceStatus>,
  domain: {
    pending: { kind: 'info', shape: 'clock' },
    active: { kind: 'success', shape: 'check' },
    failing: { kind: 'danger', shape: 'cross' },
    suspended: { kind: 'danger', shape: 'bars' },
    taken: { kind: 'warning', shape: 'ring' },
    expired: { kind: 'neutral', shape: 'alert' },
  } satisfies Looks<DomainStatus>,
  help: {
    open: { kind: 'warning', shape: 'clock' },
    waiting: { kind: 'info', shape: 'half' },
    closed: { kind: 'neutral', shape: 'check' },
  } satisfies Looks<HelpStatus>,
} as const;

type Looks<Status extends string> = Record<Status, BadgeLook>;
