import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { profileApi } from '@poklik/contract/profile';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { campaignOptions, newCampaign } from '../../../testing/campaign.ts';
import { answered, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { CampaignCreatePage } from './campaign-create-page.tsx';

async function open() {
  const server = fakeServer();
  const created: Campaign[] = [];
  const profile = buildProfile({ locale: 'en', permissions: ['campaigns:read', 'campaigns:write'] });
  server.on(profileApi.get, () => answered(profileApi.get, profile));
  server.on(campaignOptionsApi.options, () => answered(campaignOptionsApi.options, { data: campaignOptions }));
  for (const endpoint of [campaignOptionsApi.countries, campaignOptionsApi.languages])
    server.on(endpoint, () => answered(endpoint, { data: [{ code: 'DE', name: 'Germany' }] }));
  server.on(campaignsApi.create, ({ body }) => {
    created.push({ ...newCampaign(5, 'any'), ...(body as object) });
    return answered(campaignsApi.create, { data: created.at(-1) as Campaign });
  });
  const { router } = await renderAt(<CampaignCreatePage />, { at: '/en/campaign/create', language: 'en' });
  await loadNamespaces(['campaigns']);
  const user = userEvent.setup({ delay: null });
  const name = await screen.findByLabelText(/^Name/);
  const url = screen.getByLabelText(/^Default URL/);
  const write = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  const isLeft = () => waitFor(() => expect(router.state.location.search).toBe('?tab=links'));
  return { user, write, name, url, created, isLeft, state: () => router.state.location.state };
}

const main = 'Create and copy link';

describe('new campaign form', () => {
  it('submits with Enter, also after a rejected attempt', async () => {
    const { user, write, name, url, created, isLeft, state } = await open();
    await write(name, 'Autumn');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This field is required')).toBeVisible();
    await write(url, 'https://shop.example/');
    await user.keyboard('{Enter}');
    await isLeft();
    expect(created).toMatchObject([{ name: 'Autumn', status: 'active' }]);
    expect(state()).toMatchObject({ created: true, copied: true });
    expect(await navigator.clipboard.readText()).toBe(created[0]?.tracking_url);
  });

  it('creates an active campaign with the main button after a rejected draft', async () => {
    const { user, write, name, url, created, isLeft } = await open();
    await user.click(screen.getByRole('button', { name: 'Save as draft' }));
    expect(await screen.findAllByText('This field is required')).toHaveLength(2);
    await write(name, 'Autumn');
    await write(url, 'https://shop.example/');
    await user.click(screen.getByRole('button', { name: main }));
    await isLeft();
    expect(created).toMatchObject([{ status: 'active' }]);
  });

  it('does not take the focus from someone who is already in another field', async () => {
    const { user, url } = await open();
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    await user.click(screen.getByRole('button', { name: 'Save as draft' }));
    await screen.findAllByText('This field is required');
    await waitFor(() => expect(frames).not.toHaveLength(0));
    await user.click(url);
    act(() => {
      for (const frame of frames.splice(0)) frame(performance.now());
    });
    expect(url).toHaveFocus();
  });

  it('moves the focus into a rule that is added', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('name', 'rules.0.name'));
  });

  it('saves a draft only with the draft button and copies no link', async () => {
    const { user, write, name, url, created, isLeft, state } = await open();
    await write(name, 'Autumn');
    await write(url, 'https://shop.example/');
    await user.click(screen.getByRole('button', { name: 'Save as draft' }));
    await isLeft();
    expect(created).toMatchObject([{ status: 'draft' }]);
    expect(state()).toMatchObject({ created: true, copied: false });
  });
});
