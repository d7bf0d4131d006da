import { domainsApi } from '@poklik/contract/domains';
import { overviewApi } from '@poklik/contract/overview';
import { ROLES } from '@poklik/contract/roles';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { serveCampaigns } from '../../features/campaigns/list/campaign-list.fixture.tsx';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { settings } from '../settings.ts';
import { CampaignScreen } from './campaign-screen.tsx';

afterEach(() => {
  settings.hasDomains = false;
});

const openAsCustomer = (at: string) =>
  openScreen(
    <CampaignScreen />,
    (server) => {
      serveCampaigns(server);
      server.on(domainsApi.list, () => answered(domainsApi.list, { data: [] }));
    },
    { namespaces: ['campaigns'], at },
  );

describe('the Domains tab', () => {
  it('is there for customers when the installation has a zone', async () => {
    settings.hasDomains = true;
    const { user, search } = await openAsCustomer('/en/campaign');
    await user.click(await screen.findByRole('link', { name: 'Domains' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Tracking domains' })).toBeVisible();
    expect(search()).toBe('?tab=domains');
    expect(screen.getByRole('link', { name: 'Offers' })).toHaveAttribute('href', '/en/campaign/offers');
  });

  it('is not there for customers without a zone', async () => {
    await openAsCustomer('/en/campaign?tab=domains');
    expect(await screen.findByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Domains' })).not.toBeInTheDocument();
  });

  it('tells the operator what to set', async () => {
    const { user } = await openScreen(
      <CampaignScreen />,
      (server) => server.on(overviewApi.get, () => errorResponse('unavailable', 'Unavailable.')),
      { profile: { role: ROLES.SUPER_ADMIN, permissions: [] }, namespaces: ['campaigns'], at: '/en/campaign' },
    );
    await user.click(await screen.findByRole('link', { name: 'Domains' }));
    expect(await screen.findByText(/set TRACKING_ZONE/)).toBeVisible();
  });
});
