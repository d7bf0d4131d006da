import type { referralsApi } from '@poklik/contract/referrals';
import type { Handlers } from '../../../http/bind-routes.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { reviewCommission } from './commissions.service.ts';
import { listCommissionsOnHold, listOwnCommissions, listReferralsWithSummary } from './referral-reports.service.ts';
import { countVisit, setReferralRate } from './referrals.service.ts';

export function referralsRoutes(services: Services): Handlers<typeof referralsApi> {
  return {
    list: (caller, { query }) => listReferralsWithSummary(services, caller, query),
    commissions: (caller, { query }) => listOwnCommissions(services, caller, query),
    countVisit: async (visitor, { body }) => {
      await countVisit(services, visitor, body.ref);
      return { message: translator(visitor.language)('done.visit_counted') };
    },
    held: (caller, { query }) => listCommissionsOnHold(services.db, caller, query),
    review: (caller, { params, body }) => reviewCommission(services.db, caller, { id: params.id, ...body }),
    setRate: (caller, { params, body }) =>
      setReferralRate(services, caller, { userId: params.id, percent: body.percent }),
  };
}
