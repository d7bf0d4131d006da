import { api } from '@poklik/contract/api';
import type { FastifyInstance } from 'fastify';
import { bindRoutes, type RouteContext } from '../http/bind-routes.ts';
import { createAccountTurns } from '../http/limits/account-turns.ts';
import { createExportLimiter } from '../http/limits/export-limiter.ts';
import { createRequestLimits } from '../http/limits/request-limits.ts';
import { createStreamLimiter } from '../http/limits/stream-limiter.ts';
import { createLiveProviders, type LiveProviders } from '../payments/configured-provider.ts';
import type { Services } from '../services.ts';
import { accountRoutes } from './account/account.routes.ts';
import { apiTokensRoutes } from './api-tokens/api-tokens.routes.ts';
import { createTokenAuthenticator, isApiToken } from './api-tokens/token-authenticator.service.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { createLoginThrottle } from './auth/login-throttle.service.ts';
import { createPasswordHasher } from './auth/passwords.ts';
import { createSessionAuthenticator, recordImpersonatedChange } from './auth/session.service.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { couponsRoutes } from './billing/coupons/coupons.routes.ts';
import { creditNotesRoutes } from './billing/credit-notes/credit-notes.routes.ts';
import { customerBillingRoutes } from './billing/customer-billing/customer-billing.routes.ts';
import { invoicesRoutes } from './billing/invoices/invoices.routes.ts';
import { paymentMethodsRoutes } from './billing/payment-methods/payment-methods.routes.ts';
import { registerSandboxCheckout } from './billing/payments/sandbox.routes.ts';
import { registerPaymentWebhook } from './billing/payments/webhook.routes.ts';
import { referralsRoutes } from './billing/referrals/referrals.routes.ts';
import { subscriptionsRoutes } from './billing/subscriptions/subscriptions.routes.ts';
import { requireFeature } from './billing/tariffs/require-feature.service.ts';
import { tariffsRoutes } from './billing/tariffs/tariffs.routes.ts';
import { transactionsRoutes } from './billing/transactions/transactions.routes.ts';
import { withdrawalsRoutes } from './billing/withdrawals/withdrawals.routes.ts';
import { blackListRoutes } from './black-list/black-list.routes.ts';
import { bulkEditsRoutes } from './bulk-edits/bulk-edits.routes.ts';
import { campaignFilesRoutes } from './campaign-files/campaign-files.routes.ts';
import { campaignListRoutes } from './campaign-list/campaign-list.routes.ts';
import { campaignOptionsRoutes } from './campaign-options/campaign-options.routes.ts';
import { campaignsRoutes } from './campaigns/campaigns.routes.ts';
import { clicksRoutes } from './clicks/clicks.routes.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import { conversionTypesRoutes } from './conversion-types/conversion-types.routes.ts';
import { conversionsRoutes } from './conversions/conversions.routes.ts';
import { costsRoutes } from './costs/costs.routes.ts';
import { currencyRatesRoutes } from './currency-rates/currency-rates.routes.ts';
import { customersRoutes } from './customers/customers.routes.ts';
import { domainsRoutes } from './domains/domains.routes.ts';
import { goalsRoutes } from './goals/goals.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { helpRoutes } from './help/help.routes.ts';
import { instructionsRoutes } from './instructions/instructions.routes.ts';
import { registerKeitaro } from './keitaro/keitaro.routes.ts';
import { landersRoutes } from './landers/landers.routes.ts';
import { learningRoutes } from './learning/learning.routes.ts';
import { legalRoutes } from './legal/legal.routes.ts';
import { networkTemplatesRoutes } from './network-templates/network-templates.routes.ts';
import { networksRoutes } from './networks/networks.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { bindUnsubscribe } from './notifications/unsubscribe.routes.ts';
import { offersRoutes } from './offers/offers.routes.ts';
import { onboardingRoutes } from './onboarding/onboarding.routes.ts';
import { outboxRoutes } from './outbox/outbox.routes.ts';
import { outgoingRoutes } from './outgoing/outgoing.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { replaysRoutes } from './replays/replays.routes.ts';
import { securityRoutes } from './security/security.routes.ts';
import { segmentsRoutes } from './segments/segments.routes.ts';
import { registerBrandImages } from './settings/brand-images.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { statisticsChangeRoutes } from './statistics-change/statistics-change.routes.ts';
import { statisticsCostRoutes } from './statistics-cost/statistics-cost.routes.ts';
import { statisticsFunnelRoutes } from './statistics-funnel/statistics-funnel.routes.ts';
import { teamUsersRoutes } from './team-users/team-users.routes.ts';
import { trafficSourcesRoutes } from './traffic-sources/traffic-sources.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import { vatRoutes } from './vat/vat.routes.ts';

interface Serving extends Pick<RouteContext, 'closing'> {
  front: Parameters<typeof healthRoutes>[1];
}

/** The routes of all features. */
export function bindFeatures(app: FastifyInstance, services: Services, { closing, front }: Serving): void {
  const { config } = services;
  const [authenticateSession, authenticateApiToken] = [
    createSessionAuthenticator(services.db, config),
    createTokenAuthenticator(services.db),
  ];
  const routeContext: RouteContext = {
    authenticate: (token, visitor) => (isApiToken(token) ? authenticateApiToken : authenticateSession)(token, visitor),
    limits: createRequestLimits(config),
    exports: createExportLimiter(),
    turns: createAccountTurns(),
    streams: createStreamLimiter(),
    requireFeature: (caller, feature) => requireFeature(services.db, caller, feature),
    recordImpersonatedChange: recordImpersonatedChange(services.db),
    closing,
  };
  const tools = {
    passwords: createPasswordHasher(config.passwordCost),
    throttle: createLoginThrottle(services.pool, config),
  };
  bindRoutes(app, routeContext, api.health, healthRoutes(services, front));
  bindRoutes(app, routeContext, api.auth, authRoutes(services, tools));
  bindRoutes(app, routeContext, api.profile, profileRoutes(services));
  bindRoutes(app, routeContext, api.security, securityRoutes(services, tools));
  bindRoutes(app, routeContext, api.audit, auditRoutes(services));
  bindRoutes(app, routeContext, api.account, accountRoutes(services, tools));
  bindRoutes(app, routeContext, api.users, usersRoutes(services));
  bindRoutes(app, routeContext, api.customers, { ...customersRoutes(services), ...customerBillingRoutes(services) });
  bindRoutes(app, routeContext, api.segments, segmentsRoutes(services));
  bindRoutes(app, routeContext, api.teamUsers, teamUsersRoutes(services, tools));
  bindRoutes(app, routeContext, api.apiTokens, apiTokensRoutes(services));
  bindRoutes(app, routeContext, api.campaigns, campaignsRoutes(services));
  bindRoutes(app, routeContext, api.campaignList, campaignListRoutes(services));
  bindRoutes(app, routeContext, api.campaignOptions, campaignOptionsRoutes(services));
  bindRoutes(app, routeContext, api.bulkEdits, bulkEditsRoutes(services));
  bindRoutes(app, routeContext, api.campaignFiles, campaignFilesRoutes(services));
  bindRoutes(app, routeContext, api.learning, learningRoutes(services));
  bindRoutes(app, routeContext, api.replays, replaysRoutes(services));
  bindRoutes(app, routeContext, api.trafficSources, trafficSourcesRoutes(services));
  bindRoutes(app, routeContext, api.blackList, blackListRoutes(services));
  bindRoutes(app, routeContext, api.domains, domainsRoutes(services));
  const providers = createLiveProviders(config);
  bindPayments(app, routeContext, services, providers);
  bindRoutes(app, routeContext, api.conversions, conversionsRoutes(services));
  bindRoutes(app, routeContext, api.outgoing, outgoingRoutes(services));
  bindRoutes(app, routeContext, api.clicks, clicksRoutes(services));
  bindRoutes(app, routeContext, api.conversionTypes, conversionTypesRoutes(services));
  bindRoutes(app, routeContext, api.goals, goalsRoutes(services));
  bindRoutes(app, routeContext, api.costs, costsRoutes(services));
  bindRoutes(app, routeContext, api.networks, { ...networksRoutes(services), ...networkTemplatesRoutes(services) });
  bindRoutes(app, routeContext, api.offers, offersRoutes(services));
  bindRoutes(app, routeContext, api.landers, landersRoutes(services));
  bindRoutes(app, routeContext, api.connections, connectionsRoutes(services));
  registerKeitaro(app, routeContext, services);
  bindRoutes(app, routeContext, api.tariffs, tariffsRoutes(services));
  bindRoutes(app, routeContext, api.coupons, couponsRoutes(services));
  bindRoutes(app, routeContext, api.subscriptions, subscriptionsRoutes(services));
  bindRoutes(app, routeContext, api.instructions, instructionsRoutes(services));
  bindRoutes(app, routeContext, api.onboarding, onboardingRoutes(services));
  bindRoutes(app, routeContext, api.notifications, notificationsRoutes(services));
  bindUnsubscribe(app, routeContext, services);
  bindRoutes(app, routeContext, api.help, helpRoutes(services));
  bindRoutes(app, routeContext, api.statistics, {
    ...statisticsRoutes(services),
    ...statisticsChangeRoutes(services),
    ...statisticsCostRoutes(services),
    ...statisticsFunnelRoutes(services),
  });
  bindRoutes(app, routeContext, api.currencyRates, currencyRatesRoutes(services));
  bindRoutes(app, routeContext, api.overview, overviewRoutes(services));
  bindRoutes(app, routeContext, api.outbox, outboxRoutes(services));
  bindRoutes(app, routeContext, api.transactions, transactionsRoutes(services));
  bindRoutes(app, routeContext, api.referrals, referralsRoutes(services));
  bindRoutes(app, routeContext, api.withdrawals, withdrawalsRoutes(services, tools));
  bindRoutes(app, routeContext, api.legal, legalRoutes(services));
  registerBrandImages(app, services);
  bindRoutes(app, routeContext, api.vat, vatRoutes(services, tools));
  bindRoutes(app, routeContext, api.settings, settingsRoutes(services, tools, providers));
}

function bindPayments(
  app: FastifyInstance,
  routeContext: RouteContext,
  services: Services,
  providers: LiveProviders,
): void {
  registerPaymentWebhook(app, services, providers);
  if (providers.find('sandbox')) registerSandboxCheckout(app, services, providers);
  bindRoutes(app, routeContext, api.billing, billingRoutes(services, providers));
  bindRoutes(app, routeContext, api.invoices, invoicesRoutes(services));
  bindRoutes(app, routeContext, api.creditNotes, creditNotesRoutes(services));
  bindRoutes(app, routeContext, api.paymentMethods, paymentMethodsRoutes(services, providers));
}
