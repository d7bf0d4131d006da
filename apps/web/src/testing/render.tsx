import { MantineProvider } from '@mantine/core';
import type { Language } from '@poklik/contract/language';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { newQueryClient } from '../api/query-client.ts';
import { startTestI18n } from './texts.ts';

interface RenderOptions {
  /** Where the reader is. */
  at?: string;
  language?: Language;
}

/** Shows a part of the application with everything around it that it counts on, at one address. */
export async function renderAt(node: ReactNode, { at = '/ua/somewhere', language = 'ua' }: RenderOptions = {}) {
  await startTestI18n(language);
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const router = createMemoryRouter([{ path: '*', element: <Suspense>{node}</Suspense> }], { initialEntries: [at] });
  const view = render(
    <QueryClientProvider client={client}>
      {/* Without layout the kit takes a menu for one scrolled out of sight; so told, it hides and moves nothing. */}
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, client, search: () => router.state.location.search };
}
