import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Offer, OfferSettings, offersApi } from '@poklik/contract/offers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { OffersTab } from './offers-tab.tsx';

const OFFER: Offer = {
  ...OfferSettings.parse({ name: 'Loan A', url: 'https://loan.example/?c={click_id}', tags: ['loans'], payout: '12' }),
  ...{ id: 4, version: 3, campaigns: 14, link: null },
  ...{ created_at: '2026-11-13T10:00:00.000Z', updated_at: '2026-11-13T10:00:00.000Z' },
};

const open = (
  setUp: Parameters<typeof openScreen>[1],
  permissions: readonly ('campaigns:read' | 'campaigns:write')[] = ['campaigns:read', 'campaigns:write'],
) =>
  openScreen(
    <OffersTab title="Campaigns" views={null} />,
    (server) => {
      server.on(offersApi.list, () => answered(offersApi.list, pageOf(OFFER)));
      server.on(campaignOptionsApi.countries, () => answered(campaignOptionsApi.countries, { data: [] }));
      setUp(server);
    },
    { profile: { permissions: [...permissions] }, namespaces: ['campaigns', 'offers'], at: '/en/campaign/offers' },
  );

const act = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Loan A' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return within(await screen.findByRole('dialog'));
};

describe('offers', () => {
  itHasListStates({
    open,
    endpoint: offersApi.list,
    filled: { answer: pageOf(OFFER), says: 'Loan A' },
    empty: { answer: pageOf<Offer>(), says: 'No offers yet' },
  });

  it('are only read without permission to write', async () => {
    const { user } = await open(() => undefined, ['campaigns:read']);
    expect(await screen.findByText('Loan A')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add offer' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions for Loan A' }));
    await screen.findByRole('menuitem', { name: 'Used in' });
    expect(screen.queryByRole('menuitem', { name: /Edit|Archive|Pause/ })).not.toBeInTheDocument();
  });

  it('ask once more before visitors of campaigns go to another host', async () => {
    const sent: unknown[] = [];
    const { user } = await open((server) =>
      server.on(offersApi.update, ({ body }) => {
        sent.push(body);
        return answered(offersApi.update, { data: OFFER });
      }),
    );
    const dialog = await act(user, 'Edit');
    expect(dialog.getByText(/Used in 14 campaigns/)).toBeVisible();
    const url = dialog.getByRole('combobox', { name: /^URL/ });
    await user.clear(url);
    await user.type(url, 'https://moved.example/{Enter}');
    expect(await dialog.findByRole('alert')).toHaveTextContent('14 campaigns will go to moved.example');
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save with the new address' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject([{ url: 'https://moved.example/', name: 'Loan A', version: 3, payout: '12' }]);
  });

  it('keep the form after an error', async () => {
    const { user } = await open((server) =>
      server.on(offersApi.create, () =>
        errorResponse('name_taken', 'This name is taken.', { name: ['You already have an offer with this name'] }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Add offer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New offer' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Loan A');
    await user.type(dialog.getByRole('combobox', { name: /^URL/ }), 'https://loan.example/{Enter}');
    expect(await dialog.findByText('You already have an offer with this name')).toBeVisible();
    expect(dialog.getByRole('combobox', { name: /^URL/ })).toHaveValue('https://loan.example/');
  });

  it('in use are archived with a replacement', async () => {
    const asked: unknown[] = [];
    const { user } = await open((server) => {
      server.on(offersApi.usedIn, () =>
        answered(offersApi.usedIn, pageOf({ kind: 'campaign' as const, id: 1, name: 'Loans', status: 'active' })),
      );
      server.on(offersApi.get, () => answered(offersApi.get, { data: { ...OFFER, id: 5, name: 'Loan B' } }));
      server.on(offersApi.list, () => answered(offersApi.list, pageOf(OFFER, { ...OFFER, id: 5, name: 'Loan B' })));
      server.on(offersApi.remove, ({ query }) => {
        asked.push(query.get('replacement_id'));
        return answered(offersApi.remove, { message: 'Done' });
      });
    });
    const dialog = await act(user, 'Archive');
    expect(await dialog.findByText(/used in 1 place/)).toBeVisible();
    await user.click(dialog.getByRole('combobox', { name: 'Replacement' }));
    await user.click(await screen.findByRole('option', { name: 'Loan B' }));
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(asked).toEqual(['5']));
  });
});
