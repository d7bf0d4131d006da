import type { Instruction } from '@poklik/contract/instructions';
import { useSearchParams } from 'react-router';

const GUIDE = 'guide';
const CAMPAIGN = 'campaign';

/** The guide in the URL, or the first one. */
export function useChosenGuide(guides: readonly Instruction[]): Instruction | undefined {
  const [search] = useSearchParams();
  return guides.find(({ slug }) => slug === search.get(GUIDE)) ?? guides[0];
}

/** Link to another guide with the same campaign. */
export function useGuideSearch(): (slug: string) => string {
  const [search] = useSearchParams();
  return (slug) => {
    const next = new URLSearchParams(search);
    next.set(GUIDE, slug);
    return `?${next}`;
  };
}

/** The campaign that fills the guide is in the URL, so the page can be shared. */
export function useChosenCampaign(): [number | null, (id: number) => void] {
  const [search, setSearch] = useSearchParams();
  const named = Number(search.get(CAMPAIGN));
  const choose = (id: number) =>
    setSearch(
      (before) => {
        before.set(CAMPAIGN, String(id));
        return before;
      },
      { replace: true },
    );
  return [Number.isSafeInteger(named) && named > 0 ? named : null, choose];
}
