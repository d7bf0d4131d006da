import type { ComponentType } from 'react';
import type { NonIndexRouteObject, RouteObject } from 'react-router';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import type { ScreenHandle } from './use-screen-handle.ts';

interface Part {
  namespaces: readonly Namespace[];
  /** Must name the file literally: the build reads it to list each screen's files. */
  load: () => Promise<ComponentType>;
}

interface Screen extends Part {
  path: string;
  /** `namespace:key` */
  title: `${Namespace}:${string}`;
}

/** Renders once code and texts are loaded, so neither pops in later. */
const lazyScreen = ({ namespaces, load }: Part): Pick<NonIndexRouteObject, 'lazy'> => ({
  lazy: async () => {
    const [Component] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { Component };
  },
});

const route = ({ path, title, ...part }: Screen): RouteObject => ({
  path,
  handle: { title } satisfies ScreenHandle,
  ...lazyScreen(part),
});

/** The shell around protected screens. */
export const shell = lazyScreen({
  namespaces: ['sidebar', 'notifications'],
  load: () => import('./shell/shell.tsx').then((module) => module.Shell),
});

/** The only screens also served without a language. */
export const entryScreens: RouteObject[] = [
  route({
    path: 'login',
    title: 'auth:login.title',
    namespaces: ['auth'],
    load: () => import('../features/auth/auth-page.tsx').then((module) => module.AuthPage),
  }),
  route({
    path: 'registration',
    title: 'auth:registration.title',
    namespaces: ['auth'],
    load: () => import('../features/auth/auth-page.tsx').then((module) => module.AuthPage),
  }),
];

export const publicScreens: RouteObject[] = [
  ...entryScreens,
  route({
    path: 'restore-password/:response?',
    title: 'auth:restore.title',
    namespaces: ['auth'],
    load: () => import('../features/auth/restore-password-page.tsx').then((module) => module.RestorePasswordPage),
  }),
  route({
    path: 'recovery-password/send-letter',
    title: 'auth:email_sent.title',
    namespaces: ['auth'],
    load: () => import('../features/auth/email-sent-page.tsx').then((module) => module.EmailSentPage),
  }),
  route({
    path: 'legal/:slug',
    title: 'legal:title',
    namespaces: ['legal'],
    load: () => import('../features/legal/legal-page.tsx').then((module) => module.LegalPage),
  }),
  route({
    path: 'unsubscribe/:token',
    title: 'notifications:unsubscribe.title',
    namespaces: ['notifications'],
    load: () => import('../features/notifications/unsubscribe-page.tsx').then((module) => module.UnsubscribePage),
  }),
  route({
    path: 'password/reset/:token',
    title: 'auth:reset.title',
    namespaces: ['auth'],
    load: () => import('../features/auth/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
  }),
];

export const signedInScreens: RouteObject[] = [
  route({
    path: 'campaign',
    title: 'sidebar:campaign',
    namespaces: ['campaigns', 'statistics', 'report_toolbar', 'grid'],
    load: () => import('./campaign/campaign-screen.tsx').then((module) => module.CampaignScreen),
  }),
  route({
    path: 'campaign/offers',
    title: 'sidebar:campaign',
    namespaces: ['campaigns', 'offers'],
    load: () => import('./campaign/offers-screen.tsx').then((module) => module.OffersScreen),
  }),
  route({
    path: 'campaign/landers',
    title: 'sidebar:campaign',
    namespaces: ['campaigns', 'offers', 'landers'],
    load: () => import('./campaign/landers-screen.tsx').then((module) => module.LandersScreen),
  }),
  route({
    path: 'campaign/create',
    title: 'campaigns:create',
    namespaces: ['campaigns'],
    load: () =>
      import('../features/campaigns/form/campaign-create-page.tsx').then((module) => module.CampaignCreatePage),
  }),
  route({
    path: 'campaign/update/:id',
    title: 'campaigns:update',
    namespaces: ['campaigns'],
    load: () => import('./campaign/campaign-home-screen.tsx').then((module) => module.CampaignHomeScreen),
  }),
  route({
    path: 'api-tokens',
    title: 'sidebar:api-tokens',
    namespaces: ['api'],
    load: () => import('../features/api-tokens/api-tokens-page.tsx').then((module) => module.ApiTokensPage),
  }),
  route({
    path: 'black-list',
    title: 'black_list_page:title',
    namespaces: ['black_list_page'],
    load: () => import('../features/black-list/black-list-page.tsx').then((module) => module.BlackListPage),
  }),
  route({
    path: 'conversions',
    title: 'sidebar:conversions',
    namespaces: ['connections', 'conversions', 'costs', 'networks', 'report_toolbar', 'statistics'],
    load: () => import('./reports/conversions-screen.tsx').then((module) => module.ConversionsScreen),
  }),
  route({
    path: 'instructions',
    title: 'sidebar:instructions',
    namespaces: ['instructions', 'traffic_sources', 'networks', 'campaigns'],
    load: () => import('./reports/instructions-screen.tsx').then((module) => module.InstructionsScreen),
  }),
  route({
    path: 'instructions/create',
    title: 'instructions:create',
    namespaces: ['instructions'],
    load: () =>
      import('../features/instructions/instruction-editor-page.tsx').then((module) => module.InstructionEditorPage),
  }),
  route({
    path: 'instructions/update/:id',
    title: 'instructions:update',
    namespaces: ['instructions'],
    load: () =>
      import('../features/instructions/instruction-editor-page.tsx').then((module) => module.InstructionEditorPage),
  }),
  route({
    path: 'statistics',
    title: 'sidebar:statistics',
    namespaces: ['statistics', 'report_toolbar', 'grid'],
    load: () => import('./reports/statistics-screen.tsx').then((module) => module.StatisticsScreen),
  }),
  route({
    path: 'tariffs',
    title: 'sidebar:tariffs',
    namespaces: ['tariffs', 'invoices'],
    load: () => import('../features/tariffs/tariffs-page.tsx').then((module) => module.TariffsPage),
  }),
  route({
    path: 'tariffs/success-payment',
    title: 'sidebar:tariffs',
    namespaces: ['tariffs', 'invoices'],
    load: () => import('../features/tariffs/tariffs-page.tsx').then((module) => module.SuccessfulPaymentPage),
  }),
  route({
    path: 'tariffs/failed-payment',
    title: 'sidebar:tariffs',
    namespaces: ['tariffs', 'invoices'],
    load: () => import('../features/tariffs/tariffs-page.tsx').then((module) => module.FailedPaymentPage),
  }),
  route({
    path: 'team-users',
    title: 'sidebar:team-users',
    namespaces: ['team_users'],
    load: () => import('../features/team-users/team-users-page.tsx').then((module) => module.TeamUsersPage),
  }),
  route({
    path: 'profile',
    title: 'sidebar:profile',
    namespaces: ['profile', 'auth', 'invoices', 'transactions'],
    load: () => import('../features/profile/profile-page.tsx').then((module) => module.ProfilePage),
  }),
  route({
    path: 'referrals',
    title: 'sidebar:referrals',
    namespaces: ['referrals'],
    load: () => import('../features/referrals/referrals-page.tsx').then((module) => module.ReferralsPage),
  }),
  route({
    path: 'notifications',
    title: 'notifications:title',
    namespaces: ['notifications'],
    load: () => import('../features/notifications/notifications-page.tsx').then((module) => module.NotificationsPage),
  }),
  route({
    path: 'withdrawal',
    title: 'sidebar:withdrawal',
    namespaces: ['withdrawal'],
    load: () => import('../features/withdrawals/withdrawals-page.tsx').then((module) => module.WithdrawalsPage),
  }),
  route({
    path: 'transactions',
    title: 'sidebar:transactions',
    namespaces: ['transactions'],
    load: () => import('../features/transactions/transactions-page.tsx').then((module) => module.TransactionsPage),
  }),
  route({
    path: 'invoices',
    title: 'sidebar:invoices',
    namespaces: ['invoices'],
    load: () => import('../features/invoices/invoices-page.tsx').then((module) => module.InvoicesPage),
  }),
  route({
    path: 'users-list',
    title: 'sidebar:users-list',
    namespaces: ['users_list', 'customers'],
    load: () => import('../features/users/users-page.tsx').then((module) => module.UsersPage),
  }),
  route({
    path: 'users-list/:id',
    title: 'sidebar:users-list',
    namespaces: ['users_list', 'customers', 'profile', 'invoices', 'transactions'],
    load: () => import('../features/users/customer/customer-page.tsx').then((module) => module.CustomerPage),
  }),
  route({
    path: 'outbox',
    title: 'users_list:outbox.title',
    namespaces: ['users_list'],
    load: () => import('../features/outbox/outbox-page.tsx').then((module) => module.OutboxPage),
  }),
];
