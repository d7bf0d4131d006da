import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { clicksApi } from '@poklik/contract/clicks';
import type { Permission } from '@poklik/contract/permissions';
import { profileApi } from '@poklik/contract/profile';
import { computeMetrics, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCampaign } from '../../../testing/campaign.ts';
import { answered, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { LinksPanel } from './links-panel.tsx';

const PAGE = {
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: 10, total: 0, links: [] },
};
const SOON_MS = 2_500;
const METRICS = computeMetrics(ZERO_TOTALS);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

async function show(permissions: Permission[], clicks: number | null) {
  const world = { clicks };
  const campaign = (): Campaign => ({
    ...newCampaign(5, 'Autumn'),
    today: world.clicks === null ? null : { ...METRICS, clicks: world.clicks },
  });
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ permissions })));
  server.on(clicksApi.list, () => answered(clicksApi.list, { data: [], ...PAGE }));
  server.on(campaignsApi.get, () => answered(campaignsApi.get, { data: campaign() }));
  await renderAt(
    <LinksPanel
      campaign={campaign()}
      isNew={false}
      isCopied={false}
      hasWritePermission={false}
      onActivated={() => undefined}
    />,
    { at: '/en/somewhere', language: 'en' },
  );
  const user = userEvent.setup({ delay: null });
  const sendClick = async () => {
    const link = await screen.findByRole('link', { name: 'Send test click' });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
  };
  return { world, sendClick };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('links of a campaign', () => {
  it('can be tried with a click and a postback', async () => {
    await show(['conversions:read', 'conversions:write'], 0);
    expect(await screen.findByRole('heading', { name: /Test postback/ })).toBeVisible();
    expect(await screen.findAllByRole('link', { name: 'Send test click' })).toHaveLength(1);
  });

  it('can be tried with a click by a member who may not add conversions', async () => {
    const { world, sendClick } = await show(['conversions:read'], 3);
    await sendClick();
    await pass(SOON_MS);
    expect(screen.queryByText(/Click counted/)).toBeNull();
    world.clicks = 4;
    await pass(SOON_MS);
    expect(await screen.findByText(/Click counted. 4 clicks today/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: /Test postback/ })).toBeNull();
  });

  it('never call a click counted because earlier clicks became known', async () => {
    const { world, sendClick } = await show(['conversions:read'], null);
    await sendClick();
    world.clicks = 15;
    await pass(SOON_MS);
    expect(screen.queryByText(/Click counted/)).toBeNull();
  });
});
