import type { Instruction } from '@poklik/contract/instructions';
import { useSearchParams } from 'react-router';

const GUIDE = 'guide';
const CAMPAIGN = 'campaign';

/** The guide that the address names, else the first one. */
export function useChosenGuide(guides: readonly Instruction[]): Instruction | undefined {
  const [search] = useSearchParams();
  return guides.find(({ slug }) => slug === search.get(GUIDE)) ?? guides[0];
}

/** The address of another guide, for the same campaign. */
export function useGuideSearch(): (slug: string) => string {
  const [search] = useSearchParams();
  return (slug) => {
    const next = new URLSearchParams(search);
    next.set(GUIDE, slug);
    return `?${next}`;
  };
}

/** Whose values fill the guide: a campaign named in the address, so that the page can be passed on. */
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
