import type { ComponentType } from 'react';

/** Whose weights are to be changed. */
export interface WeightsRequest {
  campaignId: number;
  /** 1-based rule, 0 for visitors who match no rule; null for every rule of the campaign. */
  rule: number | null;
  /** 1-based destination that gets the focus; null for the first one. */
  destination: number | null;
}

/** Changes weights in a dialog above any report. */
export type WeightsDialogComponent = ComponentType<{
  request: WeightsRequest;
  opened: boolean;
  onClose: () => void;
}>;
