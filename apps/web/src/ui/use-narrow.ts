import { useMediaQuery } from '@mantine/hooks';

/** Below 861 px lists become cards and the sidebar becomes a drawer. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 860.98px)', false, { getInitialValueInEffect: false });
