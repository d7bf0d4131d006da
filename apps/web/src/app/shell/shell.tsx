import '../../styles/mantine.css';
import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useCurrentUserQuery } from '../../api/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { useThemeMode } from '../../ui/theme-mode.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { styleNonce } from '../style-nonce.ts';
import { theme } from '../theme.ts';
import { useScreenHandle } from '../use-screen-handle.ts';
import { Header } from './header.tsx';
import css from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useCommands } from './use-commands.ts';
import { usePreferences } from './use-preferences.ts';
import { useRail } from './use-rail.ts';
import { SIDEBAR_ID, useSheet } from './use-sheet.ts';
import { VerifyEmailBanner } from './verify-email-banner.tsx';

/** Loaded on first use. */
const CommandDialogs = lazy(async () => ({
  default: (await import('../palette/command-dialogs.tsx')).CommandDialogs,
}));

// Few see these.
const ImpersonationBanner = lazy(async () => ({
  default: (await import('./impersonation-banner.tsx')).ImpersonationBanner,
}));
const SetUpTwoFactorBanner = lazy(async () => ({
  default: (await import('./set-up-two-factor-banner.tsx')).SetUpTwoFactorBanner,
}));
const AcceptTermsBanner = lazy(async () => ({
  default: (await import('./accept-terms-banner.tsx')).AcceptTermsBanner,
}));

/** Layout of protected screens: header, sidebar, content. */
export function Shell() {
  const { t } = useTranslation('select');
  const { data: profile, error, refetch } = useCurrentUserQuery();
  usePreferences(profile);
  const sheet = useSheet();
  const rail = useRail();
  const commands = useCommands(profile);

  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useThemeMode()}
      getStyleNonce={() => styleNonce}
      // Both would write inline <style> elements; `styles/mantine.css` contains them instead.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <div className={css.shell} data-rail={rail.collapsed || undefined}>
        <a href="#content" className={css.skip}>
          {t('skip_to_content')}
        </a>
        <Header profile={profile} sheet={sheet} onSearch={() => commands.open('palette')} />
        <Sidebar profile={profile} sheet={sheet} rail={rail} />
        <Suspense>
          {profile?.impersonated_until && (
            <ImpersonationBanner email={profile.email} until={profile.impersonated_until} />
          )}
        </Suspense>
        <main id="content" tabIndex={-1} className={css.content} inert={sheet.opened}>
          <div className={css.page}>
            {profile && !profile.impersonated_until && profile.email_verified_at === null && (
              <VerifyEmailBanner email={profile.email} />
            )}
            <Suspense>{profile?.must_set_up_totp && <SetUpTwoFactorBanner />}</Suspense>
            <Suspense>{profile?.must_accept_terms && <AcceptTermsBanner />}</Suspense>
            {profile && <Outlet />}
            {!profile && !error && <Waiting />}
            {!profile && error && (
              <ErrorCard
                message={error.message}
                code={error instanceof ApiError ? error.code : undefined}
                onRetry={refetch}
              />
            )}
          </div>
        </main>
        <ToastHost />
        <Suspense>
          {profile && commands.opened !== undefined && <CommandDialogs profile={profile} commands={commands} />}
        </Suspense>
        {sheet.opened && (
          <div className={css.scrim} data-controls={SIDEBAR_ID} onPointerDown={sheet.close} aria-hidden />
        )}
      </div>
    </MantineProvider>
  );
}

/** The heading of the screen, until it is known who sees it. */
function Waiting() {
  const { t } = useTranslation('select');
  const handle = useScreenHandle();
  return (
    <>
      {handle && <PageHeader title={t(handle.title)} />}
      <PageLoader />
    </>
  );
}
