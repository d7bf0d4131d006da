import { createContext } from 'react';

/** The campaign that a form edits; null while it is new. */
export const CampaignIdContext = createContext<number | null>(null);
