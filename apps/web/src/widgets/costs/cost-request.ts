import type { CostFilter } from '@poklik/contract/costs';
import type { ComponentType } from 'react';

/** Whose cost is to be corrected. */
export interface CostRequest {
  campaignId: number;
  /** Days of the time zone, both included. */
  start: string;
  end: string;
  timezone: string;
  /** The clicks of the campaign; all if empty. */
  filters: readonly CostFilter[];
}

/** Corrects a cost in a dialog above any report. */
export type CostDialogComponent = ComponentType<{
  request: CostRequest;
  opened: boolean;
  onClose: () => void;
}>;
