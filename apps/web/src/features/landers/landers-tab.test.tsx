import { campaignsApi } from '@poklik/contract/campaigns';
import { type Lander, LanderSettings, landersApi } from '@poklik/contract/landers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { LandersTab } from './landers-tab.tsx';

const linksOn = (host: string) => [1, 2].map((slot) => `https://${host}/o/${slot}?l=quizkey`);
const LANDER: Lander = {
  ...LanderSettings.parse({ name: 'Quiz', url: 'https://quiz.example/', slots: 2, tags: ['finance', 'de'] }),
  ...{ id: 4, key: 'quizkey', version: 3, campaigns: 14, link: null },
  links: [
    { domain_id: 7, host: 'go.shop.example', urls: linksOn('go.shop.example') },
    { domain_id: null, host: 'track.example', urls: linksOn('track.example') },
  ],
  ...{ created_at: '2026-11-13T10:00:00.000Z', updated_at: '2026-11-13T10:00:00.000Z' },
};

const open = (
  setUp: Parameters<typeof openScreen>[1],
  permissions: readonly ('campaigns:read' | 'campaigns:write')[] = ['campaigns:read', 'campaigns:write'],
) =>
  openScreen(
    <LandersTab title="Campaigns" views={null} />,
    (server) => {
      server.on(landersApi.list, () => answered(landersApi.list, pageOf(LANDER)));
      server.on(campaignsApi.list, () => answered(campaignsApi.list, { ...pageOf(), totals: null }));
      setUp(server);
    },
    {
      profile: { permissions: [...permissions] },
      namespaces: ['campaigns', 'offers', 'landers'],
      at: '/en/campaign/landers',
    },
  );

const act = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Quiz' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return within(await screen.findByRole('dialog'));
};

describe('landers', () => {
  itHasListStates({
    open,
    endpoint: landersApi.list,
    filled: { answer: pageOf(LANDER), says: 'Quiz' },
    empty: { answer: pageOf<Lander>(), says: 'No landers yet' },
  });

  it('are only read without permission to write', async () => {
    const { user } = await open(() => undefined, ['campaigns:read']);
    expect(await screen.findByText('Quiz')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add lander' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions for Quiz' }));
    await screen.findByRole('menuitem', { name: 'Used in' });
    expect(screen.queryByRole('menuitem', { name: /Edit|Archive|Pause/ })).not.toBeInTheDocument();
  });

  it('show their links on the chosen domain', async () => {
    const { user } = await open(() => undefined);
    const dialog = await act(user, 'Links for the page');
    expect(dialog.getByLabelText('Link 2')).toHaveValue('https://go.shop.example/o/2?l=quizkey');
    await user.click(dialog.getByRole('combobox', { name: /^Domain/ }));
    await user.click(await screen.findByRole('option', { name: 'track.example' }));
    expect(dialog.getByLabelText('Link 1')).toHaveValue('https://track.example/o/1?l=quizkey');
  });

  it('that are new show their links at once', async () => {
    const sent: unknown[] = [];
    const { user } = await open((server) =>
      server.on(landersApi.create, ({ body }) => {
        sent.push(body);
        return answered(landersApi.create, { data: { ...LANDER, name: 'New quiz' } });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Add lander' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New lander' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'New quiz');
    await user.type(dialog.getByRole('combobox', { name: /^URL/ }), 'https://quiz.example/{Enter}');
    expect(await screen.findByRole('dialog', { name: 'New quiz' })).toBeVisible();
    expect(sent).toMatchObject([
      { name: 'New quiz', url: 'https://quiz.example/', slots: 1, direct_campaign_id: null },
    ]);
  });

  it('ask once more before visitors of campaigns go to another host, and keep tags readable', async () => {
    const sent: unknown[] = [];
    const { user } = await open((server) =>
      server.on(landersApi.update, ({ body }) => {
        sent.push(body);
        return answered(landersApi.update, { data: LANDER });
      }),
    );
    const dialog = await act(user, 'Edit');
    expect(dialog.getByLabelText(/^Tags/)).toHaveValue('finance, de');
    const url = dialog.getByRole('combobox', { name: /^URL/ });
    await user.clear(url);
    await user.type(url, 'https://moved.example/{Enter}');
    expect(await dialog.findByRole('alert')).toHaveTextContent('14 campaigns will go to moved.example');
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save with the new address' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject([{ url: 'https://moved.example/', version: 3, slots: 2, tags: ['finance', 'de'] }]);
  });

  it('keep the form after an error', async () => {
    const { user } = await open((server) =>
      server.on(landersApi.create, () =>
        errorResponse('name_taken', 'This name is taken.', { name: ['You already have a lander with this name'] }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Add lander' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New lander' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Quiz');
    await user.type(dialog.getByRole('combobox', { name: /^URL/ }), 'https://quiz.example/{Enter}');
    expect(await dialog.findByText('You already have a lander with this name')).toBeVisible();
    expect(dialog.getByRole('combobox', { name: /^URL/ })).toHaveValue('https://quiz.example/');
  });

  it('in use are archived with a replacement', async () => {
    const asked: unknown[] = [];
    const { user } = await open((server) => {
      server.on(landersApi.usedIn, () =>
        answered(landersApi.usedIn, pageOf({ id: 1, name: 'Loans', status: 'active' })),
      );
      server.on(landersApi.get, () => answered(landersApi.get, { data: { ...LANDER, id: 5, name: 'Quiz 2' } }));
      server.on(landersApi.list, () => answered(landersApi.list, pageOf(LANDER, { ...LANDER, id: 5, name: 'Quiz 2' })));
      server.on(landersApi.remove, ({ query }) => {
        asked.push(query.get('replacement_id'));
        return answered(landersApi.remove, { message: 'Done' });
      });
    });
    const dialog = await act(user, 'Archive');
    expect(await dialog.findByText(/used in 1 campaign/)).toBeVisible();
    await user.click(dialog.getByRole('combobox', { name: 'Replacement' }));
    await user.click(await screen.findByRole('option', { name: 'Quiz 2' }));
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(asked).toEqual(['5']));
  });
});
