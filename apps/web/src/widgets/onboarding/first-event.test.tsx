import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { screen } from '@testing-library/react';
import { CircleCheckBig } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { newCampaign } from '../../testing/campaign.ts';
import { answered, fakeServer } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import { FirstEvent } from './first-event.tsx';

async function open(data: Campaign[]) {
  fakeServer().on(campaignsApi.list, () =>
    answered(campaignsApi.list, {
      data,
      links: { prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 10, total: data.length, links: [] },
      totals: null,
    }),
  );
  await renderAt(
    <FirstEvent icon={CircleCheckBig} words="conversions" addressOf={({ postback_url }) => postback_url} />,
    { at: '/en/conversions', language: 'en' },
  );
}

describe('first event', () => {
  it('shows the URL of the newest campaign and says that it is waiting', async () => {
    await open([newCampaign(5, 'Summer')]);
    expect(await screen.findByRole('textbox', { name: 'Postback URL for “Summer”' })).toHaveValue(
      'https://t.example/postback?key=secret5',
    );
    expect(screen.getByText('Waiting for the first conversion…')).toBeVisible();
  });

  it('links to the campaigns if there are none', async () => {
    await open([]);
    expect(await screen.findByRole('link', { name: 'View campaigns' })).toHaveAttribute('href', '/en/campaign');
    expect(screen.queryByText('Waiting for the first conversion…')).toBeNull();
  });
});
