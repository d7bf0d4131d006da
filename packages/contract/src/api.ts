import { accountApi } from './account.ts';
import { apiTokensApi } from './api-tokens.ts';
import { auditApi } from './audit.ts';
import { authApi } from './auth.ts';
import { bankApi } from './bank.ts';
import { billingApi } from './billing.ts';
import { blackListApi } from './black-list.ts';
import { bulkEditsApi } from './bulk-edits.ts';
import { campaignFilesApi } from './campaign-files.ts';
import { campaignListApi } from './campaign-list.ts';
import { campaignOptionsApi } from './campaign-options.ts';
import { campaignsApi } from './campaigns.ts';
import { clicksApi } from './clicks.ts';
import { connectionsApi } from './connections.ts';
import { conversionTypesApi } from './conversion-types.ts';
import { conversionsApi } from './conversions.ts';
import { costsApi } from './costs.ts';
import { couponsApi } from './coupons.ts';
import { creditNotesApi } from './credit-notes.ts';
import { currencyRatesApi } from './currency-rates.ts';
import { customerBillingApi } from './customer-billing.ts';
import { customersApi } from './customers.ts';
import { domainsApi } from './domains.ts';
import { goalsApi } from './goals.ts';
import { healthApi } from './health.ts';
import { helpApi, unsubscribeApi } from './help.ts';
import { instructionsApi } from './instructions.ts';
import { invoicesApi } from './invoices.ts';
import { landersApi } from './landers.ts';
import { learningApi } from './learning.ts';
import { legalApi } from './legal.ts';
import { networkTemplatesApi } from './network-templates.ts';
import { networksApi } from './networks.ts';
import { notificationsApi } from './notifications.ts';
import { offersApi } from './offers.ts';
import { onboardingApi } from './onboarding.ts';
import { outboxApi } from './outbox.ts';
import { outgoingApi } from './outgoing.ts';
import { overviewApi } from './overview.ts';
import { paymentMethodsApi } from './payment-methods.ts';
import { profileApi } from './profile.ts';
import { referralsApi } from './referrals.ts';
import { replaysApi } from './replays.ts';
import { securityApi } from './security.ts';
import { segmentsApi } from './segments.ts';
import { settingsApi } from './settings.ts';
import { statisticsApi } from './statistics.ts';
import { statisticsChangeApi } from './statistics-change.ts';
import { statisticsCostApi } from './statistics-cost.ts';
import { statisticsFunnelApi } from './statistics-funnel.ts';
import { subscriptionsApi } from './subscriptions.ts';
import { tariffsApi } from './tariffs.ts';
import { teamUsersApi } from './team-users.ts';
import { trafficSourcesApi } from './traffic-sources.ts';
import { transactionsApi } from './transactions.ts';
import { usersApi } from './users.ts';
import { vatApi } from './vat.ts';
import { withdrawalsApi } from './withdrawals.ts';

/** Every endpoint by feature. The server serves all of them and the API reference lists all of them. */
export const api = {
  health: healthApi,
  auth: authApi,
  profile: profileApi,
  security: securityApi,
  audit: auditApi,
  account: accountApi,
  users: usersApi,
  customers: { ...customersApi, ...customerBillingApi },
  segments: segmentsApi,
  apiTokens: apiTokensApi,
  teamUsers: teamUsersApi,
  campaigns: campaignsApi,
  campaignList: campaignListApi,
  campaignOptions: campaignOptionsApi,
  bulkEdits: bulkEditsApi,
  campaignFiles: campaignFilesApi,
  learning: learningApi,
  replays: replaysApi,
  trafficSources: trafficSourcesApi,
  blackList: blackListApi,
  domains: domainsApi,
  tariffs: tariffsApi,
  coupons: couponsApi,
  billing: billingApi,
  invoices: invoicesApi,
  creditNotes: creditNotesApi,
  paymentMethods: paymentMethodsApi,
  bank: bankApi,
  subscriptions: subscriptionsApi,
  instructions: instructionsApi,
  onboarding: onboardingApi,
  conversions: conversionsApi,
  conversionTypes: conversionTypesApi,
  goals: goalsApi,
  outgoing: outgoingApi,
  clicks: clicksApi,
  costs: costsApi,
  networks: { ...networksApi, ...networkTemplatesApi },
  offers: offersApi,
  landers: landersApi,
  connections: connectionsApi,
  notifications: notificationsApi,
  unsubscribe: unsubscribeApi,
  help: helpApi,
  statistics: { ...statisticsApi, ...statisticsChangeApi, ...statisticsCostApi, ...statisticsFunnelApi },
  currencyRates: currencyRatesApi,
  vat: vatApi,
  overview: overviewApi,
  outbox: outboxApi,
  transactions: transactionsApi,
  referrals: referralsApi,
  withdrawals: withdrawalsApi,
  settings: settingsApi,
  legal: legalApi,
};

export const API_PREFIX = '/v1';
