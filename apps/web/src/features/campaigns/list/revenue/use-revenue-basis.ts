import { REVENUE_BASES, type RevenueBasis } from '@poklik/contract/statistics';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { searchWith } from '../../../../ui/data-table/search-with.ts';

/** The same parameter as in statistics. */
export const REVENUE_PARAMETER = 'revenue';

/** What pending conversions add to the revenue of the list, kept in its URL. */
export function useRevenueBasis() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const chosen = new URLSearchParams(search).get(REVENUE_PARAMETER);
  const basis: RevenueBasis = (seesMoney && REVENUE_BASES.find((each) => each === chosen)) || 'approved';
  return {
    basis,
    query: basis === 'approved' ? {} : { revenue_basis: basis },
    choose: (next: RevenueBasis) =>
      void navigate(searchWith(search, { [REVENUE_PARAMETER]: next === 'approved' ? null : next }), {
        preventScrollReset: true,
      }),
  };
}

export type RevenueChoice = ReturnType<typeof useRevenueBasis>;
