/** What routing knows of a lander. Nothing in it is about a visitor. */
export interface LiveLander {
  id: number;
  /** In the links on the page. */
  key: string;
  url: string;
  state: 'open' | 'paused' | 'archived';
  /** Links on the page. */
  slots: number;
  directCampaignId: number | null;
}

export type FindLander = (id: number) => LiveLander | undefined;
