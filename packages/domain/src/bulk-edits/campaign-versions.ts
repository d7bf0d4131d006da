export interface CampaignVersionRef {
  id: number;
  version: number;
}

/** As `ID.version`, comma-separated; null for none. */
export const versionsText = (list: readonly CampaignVersionRef[]): string | null =>
  list.length === 0 ? null : list.map(({ id, version }) => `${id}.${version}`).join(',');

/** Version by ID. */
export const readVersions = (text: string): Map<number, number> =>
  new Map(text.split(',').map((pair) => pair.split('.').map(Number) as [number, number]));
