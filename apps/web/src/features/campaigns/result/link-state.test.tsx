import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { newCampaign } from '../../../testing/campaign.ts';
import { answered, errorResponse, fakeServer } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import { LinkState } from './link-state.tsx';

async function show(changes: Partial<Campaign>, { hasWritePermission = true } = {}) {
  const server = fakeServer();
  const told: Campaign[] = [];
  const campaign = { ...newCampaign(5, 'Autumn'), ...changes };
  await renderAt(
    <LinkState
      campaign={campaign}
      created="created_copied"
      hasWritePermission={hasWritePermission}
      onActivated={(each) => told.push(each)}
    />,
    { language: 'en' },
  );
  await loadNamespaces(['campaigns']);
  const says = (await screen.findByRole('status')).textContent;
  return { server, told, says, user: userEvent.setup({ delay: null }) };
}

const activate = () => screen.queryByRole('button', { name: 'Activate' });

describe('link state of a new campaign', () => {
  it.each([
    ['an active one', {}, 'created and link copied. Paste it into your ad', false],
    ['a draft', { status: 'draft' }, 'draft. Don’t put its link in an ad yet: visitors get “404 Not Found”', true],
    ['a paused one', { status: 'paused' }, 'paused. Rules are off', true],
    ['a paused one that answers 410', { status: 'paused', paused_fallback: 'gone' }, 'Visitors get “410 Gone”', true],
    ['an archived one', { status: 'archived' }, 'archived. Visitors get “410 Gone”', true],
    ['one that starts later', { start_at: '2999-01-01T00:00:00Z' }, 'hasn’t started yet. Rules are off', false],
    ['one that has ended', { end_at: '2001-01-01T00:00:00Z' }, 'has ended. Rules are off', false],
  ] as const)('%s', async (_, changes, text, canBeActivated) => {
    const { says } = await show(changes);
    expect(says).toContain(text);
    expect(says?.includes('Paste it')).toBe(text.includes('Paste it'));
    expect(activate() !== null).toBe(canBeActivated);
  });

  it('offers activation only with write permission', async () => {
    await show({ status: 'draft' }, { hasWritePermission: false });
    expect(activate()).toBeNull();
  });

  it('activates, and shows an error', async () => {
    const { server, user, told } = await show({ status: 'draft' });
    server.on(campaignsApi.bulk, () => errorResponse('tariff_limit_reached', 'All campaigns of the plan are in use'));
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('All campaigns of the plan are in use');
    server.on(campaignsApi.bulk, () => answered(campaignsApi.bulk, { message: 'ok', data: { changed: 1 } }));
    server.on(campaignsApi.get, () => answered(campaignsApi.get, { data: newCampaign(5, 'Autumn') }));
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    await expect.poll(() => told).toMatchObject([{ status: 'active' }]);
  });
});
