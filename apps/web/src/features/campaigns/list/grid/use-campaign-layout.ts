import { useState } from 'react';
import type { GridLayout } from '../../../../ui/grid/grid-layout.ts';
import { USUAL_LAYOUT } from './grid-columns.tsx';

export function useCampaignLayout() {
  const [layout, setLayout] = useState<GridLayout>(USUAL_LAYOUT);
  return { layout, setLayout };
}
