import type { Endpoint, ResponseOf } from '@poklik/contract/endpoint';
import { type Profile, profileApi } from '@poklik/contract/profile';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { loadNamespaces } from '../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from './fake-server.ts';
import { buildProfile } from './profile.ts';
import { renderAt } from './render.tsx';

type FakeServer = ReturnType<typeof fakeServer>;
type SetUp = (server: FakeServer) => void;
type Namespaces = Parameters<typeof loadNamespaces>[0];

interface ScreenOptions {
  profile?: Partial<Profile>;
  namespaces: Namespaces;
  at?: string;
}

/** One screen in English for somebody who is signed in, without the shell around it. */
export async function openScreen(node: ReactNode, setUp: SetUp, { profile, namespaces, at }: ScreenOptions) {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ timezone: 'UTC', ...profile })));
  setUp(server);
  const view = await renderAt(node, { at: at ?? '/en/somewhere', language: 'en' });
  await loadNamespaces(namespaces);
  return { ...view, server, user: userEvent.setup({ delay: null }) };
}

/** All of the rows on one page. */
export const pageOf = <Row,>(...data: Row[]) => ({
  data,
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: 10, total: data.length, links: [] },
});

interface ListStates<E extends Endpoint> {
  open: (setUp: SetUp) => ReturnType<typeof openScreen>;
  endpoint: E;
  filled: { answer: ResponseOf<E>; says: string | RegExp };
  /** Nothing for a list that always has something. */
  empty?: { answer: ResponseOf<E>; says: string | RegExp };
}

/** What every list does before it is there: it waits, says why it failed, is asked for again, and can be empty. */
export function itHasListStates<E extends Endpoint>({ open, endpoint, filled, empty }: ListStates<E>): void {
  it('says that it is loading, then why that failed, and shows the list when asked for again', async () => {
    let answer = (_: Response) => {};
    const { server, user } = await open((each) =>
      each.on(
        endpoint,
        () =>
          new Promise<Response>((resolve) => {
            answer = resolve;
          }),
      ),
    );
    expect(await screen.findByText('Loading…')).toBeInTheDocument();
    answer(errorResponse('unavailable', 'The service is temporarily unavailable.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    expect(screen.queryByText('Loading…')).not.toBeInTheDocument();
    server.on(endpoint, () => answered(endpoint, filled.answer));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(filled.says)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  if (empty)
    it('says that there is nothing in it yet', async () => {
      await open((server) => server.on(endpoint, () => answered(endpoint, empty.answer)));
      expect(await screen.findByText(empty.says)).toBeVisible();
    });
}
