import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import { api } from '@poklik/contract/api';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountRoutes } from './features/account/account.routes.ts';
import { apiTokensRoutes } from './features/api-tokens/api-tokens.routes.ts';
import { createTokenAuthenticator, isApiToken } from './features/api-tokens/token-authenticator.service.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { createLoginThrottle } from './features/auth/login-throttle.service.ts';
import { createPasswordHasher } from './features/auth/passwords.ts';
import { createSessionAuthenticator, recordImpersonatedChange } from './features/auth/session.service.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { couponsRoutes } from './features/billing/coupons/coupons.routes.ts';
import { creditNotesRoutes } from './features/billing/credit-notes/credit-notes.routes.ts';
import { customerBillingRoutes } from './features/billing/customer-billing/customer-billing.routes.ts';
import { invoicesRoutes } from './features/billing/invoices/invoices.routes.ts';
import { paymentMethodsRoutes } from './features/billing/payment-methods/payment-methods.routes.ts';
import { registerSandboxCheckout } from './features/billing/payments/sandbox.routes.ts';
import { registerPaymentWebhook } from './features/billing/payments/webhook.routes.ts';
import { referralsRoutes } from './features/billing/referrals/referrals.routes.ts';
import { subscriptionsRoutes } from './features/billing/subscriptions/subscriptions.routes.ts';
import { requireFeature } from './features/billing/tariffs/require-feature.service.ts';
import { tariffsRoutes } from './features/billing/tariffs/tariffs.routes.ts';
import { transactionsRoutes } from './features/billing/transactions/transactions.routes.ts';
import { withdrawalsRoutes } from './features/billing/withdrawals/withdrawals.routes.ts';
import { blackListRoutes } from './features/black-list/black-list.routes.ts';
import { bulkEditsRoutes } from './features/bulk-edits/bulk-edits.routes.ts';
import { campaignFilesRoutes } from './features/campaign-files/campaign-files.routes.ts';
import { campaignListRoutes } from './features/campaign-list/campaign-list.routes.ts';
import { campaignOptionsRoutes } from './features/campaign-options/campaign-options.routes.ts';
import { campaignsRoutes } from './features/campaigns/campaigns.routes.ts';
import { clicksRoutes } from './features/clicks/clicks.routes.ts';
import { connectionsRoutes } from './features/connections/connections.routes.ts';
import { conversionTypesRoutes } from './features/conversion-types/conversion-types.routes.ts';
import { conversionsRoutes } from './features/conversions/conversions.routes.ts';
import { costsRoutes } from './features/costs/costs.routes.ts';
import { currencyRatesRoutes } from './features/currency-rates/currency-rates.routes.ts';
import { customersRoutes } from './features/customers/customers.routes.ts';
import { domainsRoutes } from './features/domains/domains.routes.ts';
import { goalsRoutes } from './features/goals/goals.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { helpRoutes } from './features/help/help.routes.ts';
import { instructionsRoutes } from './features/instructions/instructions.routes.ts';
import { registerKeitaro } from './features/keitaro/keitaro.routes.ts';
import { landersRoutes } from './features/landers/landers.routes.ts';
import { learningRoutes } from './features/learning/learning.routes.ts';
import { legalRoutes } from './features/legal/legal.routes.ts';
import { networkTemplatesRoutes } from './features/network-templates/network-templates.routes.ts';
import { networksRoutes } from './features/networks/networks.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { bindUnsubscribe } from './features/notifications/unsubscribe.routes.ts';
import { offersRoutes } from './features/offers/offers.routes.ts';
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { outboxRoutes } from './features/outbox/outbox.routes.ts';
import { outgoingRoutes } from './features/outgoing/outgoing.routes.ts';
import { overviewRoutes } from './features/overview/overview.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { replaysRoutes } from './features/replays/replays.routes.ts';
import { securityRoutes } from './features/security/security.routes.ts';
import { segmentsRoutes } from './features/segments/segments.routes.ts';
import { registerBrandImages } from './features/settings/brand-images.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { statisticsChangeRoutes } from './features/statistics-change/statistics-change.routes.ts';
import { statisticsCostRoutes } from './features/statistics-cost/statistics-cost.routes.ts';
import { statisticsFunnelRoutes } from './features/statistics-funnel/statistics-funnel.routes.ts';
import { teamUsersRoutes } from './features/team-users/team-users.routes.ts';
import { trafficSourcesRoutes } from './features/traffic-sources/traffic-sources.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { vatRoutes } from './features/vat/vat.routes.ts';
import { BODY_BYTES_MAX, bindRoutes, type RouteContext } from './http/bind-routes.ts';
import { handleErrors, sendError } from './http/errors.ts';
import { createHttpServer } from './http/http-server.ts';
import { createAccountTurns } from './http/limits/account-turns.ts';
import { createExportLimiter } from './http/limits/export-limiter.ts';
import { createRequestLimits } from './http/limits/request-limits.ts';
import { createStreamLimiter } from './http/limits/stream-limiter.ts';
import { handleNotFound } from './http/not-found.ts';
import { servePages, type WebPages } from './http/pages/web-pages.ts';
import { serveReference } from './http/reference/reference.ts';
import { listRoutes } from './http/route-list.ts';
import { commonHeaders, securityHeaders } from './http/security-headers.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import { serveMetricsOnApp } from './metrics/serve-metrics.ts';
import { createLiveProvider } from './payments/configured-provider.ts';
import type { Services } from './services.ts';
import { createTrustedProxyCheck } from './tracking/addresses/client-address.ts';
import { findTrackerRoute } from './tracking/routes.ts';

/** Smaller bodies fit into one packet anyway. */
const COMPRESS_MIN_BYTES = 1024;

/** The tracker of the same program: it owns the public port and forwards the other requests. */
export interface TrackerFront {
  tracker: { problem(): string | undefined };
}

/** The HTTP application without the tracker, ready to listen. */
export async function createApp(
  services: Services,
  folders: WebFolders = BUILT_FOLDERS,
  front?: TrackerFront,
): Promise<FastifyInstance> {
  const { config } = services;
  const headers = () => commonHeaders(config.publicUrl, config.hstsSeconds);
  const app = createFastify(services, headers, front);
  app.addHook('onRequest', (_request, _reply, done) => services.liveConfig.keep(done));
  // Registered before any route. Request bodies are never decompressed: a small one could expand without limit.
  await app.register(compress, { encodings: ['gzip'], threshold: COMPRESS_MIN_BYTES, globalDecompression: false });
  listRoutes(app);
  reserveTrackerRoutes(app);
  securityHeaders(app, headers);
  logRequests(app);
  measureRequests(app, services.metrics);
  handleErrors(app);
  handleNotFound(app, servePages(app, webPagesConfig(config, folders)), redirectToTrackers(config));
  bindFeatures(app, services, front);
  serveReference(app, config);
  serveMetricsOnApp(app, config.metrics, services.metrics.registry);
  await app.ready();
  return app;
}

function createFastify({ config, log }: Services, headers: () => Record<string, string>, front?: TrackerFront) {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    trustProxy: trustProxyHops(config.trustedProxies, front !== undefined),
    bodyLimit: BODY_BYTES_MAX,
    serverFactory: createHttpServer,
    routerOptions: { maxParamLength: 256 },
    exposeHeadRoutes: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Requests that the router rejects reach neither hooks nor handlers.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers())),
  });
  // All request bodies are JSON.
  app.removeContentTypeParser('text/plain');
  return app;
}

function bindFeatures(app: FastifyInstance, services: Services, front?: TrackerFront): void {
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
    closing: createClosingSignal(app),
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
  const provider = createLiveProvider(config);
  registerPaymentWebhook(app, services, provider);
  if (provider()?.name === 'sandbox') registerSandboxCheckout(app, services, provider);
  bindRoutes(app, routeContext, api.billing, billingRoutes(services, provider));
  bindRoutes(app, routeContext, api.invoices, invoicesRoutes(services));
  bindRoutes(app, routeContext, api.creditNotes, creditNotesRoutes(services));
  bindRoutes(app, routeContext, api.paymentMethods, paymentMethodsRoutes(services, provider));
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
  bindRoutes(app, routeContext, api.settings, settingsRoutes(services, tools, provider));
}

/** Logs the route pattern, not the URL: a URL may contain a secret from an email. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    const route = request.routeOptions.url ?? 'page';
    request.log.info({ method, route, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends event streams, which never end by themselves. Other responses are completed. */
    endStreams(): void;
  }
}

function createClosingSignal(app: FastifyInstance): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // one per stream
  app.decorate('endStreams', () => controller.abort());
  app.addHook('preClose', async () => controller.abort());
  return controller.signal;
}

/**
 * A tracker in front answers TRACKER_ROUTES itself, and the health endpoints as described in roles/tracker.ts. Such
 * requests bypass Fastify: no hook, request log, limit or request ID of this file applies to them. A route with a path
 * of the tracker would never be reached.
 */
function reserveTrackerRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url }) => {
    if (findTrackerRoute(url)) throw new Error(`The tracker answers ${url} before Fastify`);
  });
}

/** On an API without a tracker, tracking links redirect to the trackers, unless both share a host. */
const redirectToTrackers =
  (config: Services['config']) =>
  (url: string): string | null | undefined => {
    if (!findTrackerRoute(url)) return undefined;
    const { publicUrl, trackingUrl } = config;
    return new URL(trackingUrl).host === new URL(publicUrl).host ? null : trackingUrl + url;
  };

/** Which X-Forwarded-For hops are trusted: the tracker in front, then the operator's proxies. */
function trustProxyHops(
  proxies: readonly string[],
  isBehindTracker: boolean,
): (address: string, hop: number) => boolean {
  const isTrusted = createTrustedProxyCheck(proxies);
  return (address, hop) => (isBehindTracker && hop === 0) || isTrusted(address ?? '');
}

/** The apps folder is two levels above both the sources and the bundle. */
const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

type WebFolders = Pick<WebPages, 'webRoot' | 'localesRoot'>;
const BUILT_FOLDERS: WebFolders = { webRoot: folder('web/dist'), localesRoot: folder('../packages/locales') };

function webPagesConfig(config: Services['config'], folders: WebFolders): WebPages {
  if (!existsSync(folders.localesRoot)) throw new Error(`Translations not found: ${folders.localesRoot}`);
  return {
    ...folders,
    settings: () => ({
      appName: config.appName,
      sentryDsn: config.sentryDsn,
      hasDomains: config.trackingZone !== undefined,
      brand: config.brand,
    }),
  };
}
