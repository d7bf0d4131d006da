import '@fontsource-variable/inter';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/primitives.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { fetchTranslations } from './api/client.ts';
import { currentUserQuery } from './api/current-user.ts';
import { newQueryClient } from './api/query-client.ts';
import { isSignedIn } from './api/session.ts';
import { createRouter } from './app/router.tsx';
import { settings } from './app/settings.ts';
import { startI18n } from './i18n/i18n.ts';
import { languageOfPath, storedLanguage } from './i18n/language.ts';

const { sentryDsn } = settings;
if (sentryDsn) void import('./app/error-reporting.ts').then((module) => module.startErrorReporting(sentryDsn));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const texts = startI18n(languageOfPath(location.pathname) ?? storedLanguage(), fetchTranslations);
// Fetches the code of the first screen, and who is going to see it, while the texts are on their way.
const router = createRouter();
const client = newQueryClient();
if (isSignedIn()) void client.prefetchQuery(currentUserQuery);
await texts;

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
