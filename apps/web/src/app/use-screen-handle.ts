import { useMatches } from 'react-router';

/** Route metadata. */
export interface ScreenHandle {
  /** Key of the screen's title. */
  title: string;
}

/** What the table of screens says about the one that is shown. */
export const useScreenHandle = (): ScreenHandle | undefined => useMatches().at(-1)?.handle as ScreenHandle | undefined;
