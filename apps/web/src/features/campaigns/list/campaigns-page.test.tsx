import { campaignsApi } from '@poklik/contract/campaigns';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse } from '../../../testing/fake-server.ts';
import { screenWidth } from '../../../testing/screen-width.ts';
import { campaign, metrics, openCampaigns, row, serveCampaigns } from './campaign-list.fixture.tsx';

/** Replaces non-breaking spaces. */
const heading = (place: number) => screen.getAllByRole('columnheader')[place]?.textContent?.replaceAll('\u00a0', ' ');

const cells = async (name: string) =>
  Object.fromEntries(
    within(await row(name))
      .getAllByRole('cell')
      .map((cell, place) => [heading(place), cell.textContent]),
  );

describe('campaign list', () => {
  it('shows status, metrics and a link for each campaign', async () => {
    await openCampaigns({ campaigns: [campaign(1, { name: 'Summer', tags: ['vip'], notes: 'Ask Olha first' })] });
    expect(await cells('Summer')).toMatchObject({
      Status: '●Active',
      Clicks: '400',
      Conversions: '4',
      CR: '1.00%',
      Cost: '$20.00',
      Revenue: '$30.00',
      Profit: '$10.00',
      ROI: '50.00%',
    });
    expect(screen.getByRole('link', { name: 'Summer' })).toHaveAttribute('href', '/en/campaign/update/1?tab=overview');
    expect(screen.getByRole('img', { name: /Clicks per day.*1 · 2 · 3 · 4 · 5 · 6 · 50/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Note: Ask Olha first' })).toBeVisible();
    const totals = screen.getByRole('region', { name: '1 campaign' });
    expect(
      within(totals)
        .getAllByRole('listitem')
        .map((card) => card.textContent),
    ).toEqual(['Clicks400399 unique', 'Conversions4CR 1.00%', 'Cost$20.00', 'Revenue$30.00', 'Profit$10.00ROI 50.0%']);
  });

  it('shows a dash for unknown money, never a zero', async () => {
    await openCampaigns({
      campaigns: [
        campaign(1, { name: 'Mixed', stats: metrics(5, { cost: null, profit: null, roi: null }) }),
        campaign(2, { name: 'Free', stats: metrics(5, { unpriced_clicks: 5, cost: null, profit: null, roi: null }) }),
      ],
    });
    for (const name of ['Mixed', 'Free']) {
      expect(await cells(name)).toMatchObject({ Cost: '—', Revenue: '$30.00', Profit: '—', ROI: '—' });
    }
    expect(screen.getAllByTitle('Costs are in several currencies, so there’s no total')).toHaveLength(5);
    expect(screen.getAllByTitle('Cost unknown. Set a cost model or a cost parameter.')).toHaveLength(3);
    expect(screen.getByRole('row', { name: /^Total · 2 campaigns/ })).toHaveTextContent('known for 0 of 2 campaigns');
  });

  it('hides money without access to it', async () => {
    await openCampaigns({ campaigns: [campaign(1)], seesMoney: false }, '/en/campaign?sort=profit&order=desc');
    expect(await cells('Campaign 1')).toMatchObject({ Conversions: '4', CR: '1.00%' });
    expect(screen.queryByText(/Cost|Revenue|Profit/)).not.toBeInTheDocument();
  });

  it('shows campaigns while reports are unavailable', async () => {
    await openCampaigns({ campaigns: [campaign(1, { stats: null, today: null, sparkline: null })] });
    expect(await cells('Campaign 1')).toMatchObject({ Clicks: '—', Conversions: '—', Profit: '—' });
    expect(screen.getByText(/Links still work, and clicks are recorded/)).toBeVisible();
    expect(screen.queryByRole('region', { name: /1 campaign/ })).not.toBeInTheDocument();
  });

  it('distinguishes scheduled and ended campaigns from active ones', async () => {
    await openCampaigns({
      campaigns: [
        campaign(1, { name: 'Later', start_at: '2099-01-01T00:00:00.000Z' }),
        campaign(2, { name: 'Over', end_at: '2020-01-01T00:00:00.000Z' }),
      ],
    });
    expect(await row('Later')).toHaveTextContent('Not started');
    expect(await row('Over')).toHaveTextContent('Ended');
  });

  it('becomes cards on a narrow screen, with the same metrics and actions', async () => {
    screenWidth.narrow = true;
    await openCampaigns({ campaigns: [campaign(1, { name: 'Summer' })] });
    const card = (await screen.findByRole('link', { name: 'Summer' })).closest('li') as HTMLElement;
    for (const text of ['Active', 'Clicks today', '49 unique', 'ROI 50.0%']) expect(card).toHaveTextContent(text);
    expect(within(card).getByRole('button', { name: 'Copy tracking link: Summer' })).toBeVisible();
  });
});

describe('campaign grid', () => {
  it('asks for the period of the URL and leads to its reports', async () => {
    const { account } = await openCampaigns({ campaigns: [campaign(1)] }, '/en/campaign?from=2026-10-01&to=2026-10-31');
    await row('Campaign 1');
    expect(account.asked.at(-1)).toBe('start_date=2026-10-01&end_date=2026-10-31&per_page=100');
    expect(screen.getByRole('link', { name: '$10.00' })).toHaveAttribute(
      'href',
      '/en/statistics?campaign=1&metric=profit&from=2026-10-01&to=2026-10-31',
    );
  });

  it('sorts by any metric, the largest first', async () => {
    const { user, search } = await openCampaigns({ campaigns: [campaign(1)] });
    await row('Campaign 1');
    await user.click(screen.getByRole('button', { name: 'ROI' }));
    expect(search()).toBe('?sort=roi&order=desc');
    await user.click(screen.getByRole('button', { name: 'ROI' }));
    expect(search()).toBe('?sort=roi&order=asc');
    expect(screen.getByRole('columnheader', { name: 'ROI' })).toHaveAttribute('aria-sort', 'ascending');
  });

  it('renders only the rows in view of many', async () => {
    await openCampaigns({ campaigns: Array.from({ length: 100 }, (_, place) => campaign(place + 1)), total: 5_000 });
    await row('Campaign 1 ');
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '5001');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('is used with the keyboard: arrows, Space and copying', async () => {
    const { user } = await openCampaigns({ campaigns: [campaign(1), campaign(2)] });
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await row('Campaign 2');
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: 'Campaign 1' })).toHaveFocus();
    await user.keyboard('{ArrowDown} ');
    expect(screen.getByRole('checkbox', { name: 'Select: Campaign 2' })).toBeChecked();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toHaveTextContent('400');
    await user.keyboard('{Control>}c{/Control}');
    expect(written).toHaveBeenLastCalledWith(expect.stringMatching(/^Name\tStatus\tClicks.*\nCampaign 2\tActive\t400/));
  });

  it('opens the actions of a row with a right click', async () => {
    const { user, account } = await openCampaigns({ campaigns: [campaign(1)] });
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByRole('link', { name: 'Campaign 1' }) });
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    await waitFor(() => expect(account.done).toEqual([{ ids: [1], action: 'pause' }]));
  });

  it('pauses in the row', async () => {
    const { user, account } = await openCampaigns({ campaigns: [campaign(1)] });
    await user.click(await screen.findByRole('button', { name: 'Pause: Campaign 1' }));
    await waitFor(() => expect(account.done).toEqual([{ ids: [1], action: 'pause' }]));
  });
});

describe('campaign filters', () => {
  it('search after a pause and update the URL', async () => {
    const { user, account, search } = await openCampaigns(
      { campaigns: [campaign(1, { name: 'Summer' })] },
      '/en/campaign?page=2',
    );
    await user.type(await screen.findByRole('searchbox'), 'summ');
    await waitFor(() => expect(search()).toBe('?search=summ'));
    await waitFor(() => expect(account.asked.at(-1)).toBe('search=summ&per_page=100'));
    expect(account.asked.filter((query) => query.includes('search='))).toHaveLength(1);
    expect(screen.getByText('Summ', { selector: 'mark' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(search()).toBe(''));
  });

  it('by status and tag, and reset', async () => {
    const { user, account, search } = await openCampaigns({ campaigns: [campaign(1, { tags: ['vip'] })] });
    await user.click(await screen.findByRole('link', { name: 'Active' }));
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Tag' }),
      await screen.findByRole('option', { name: 'summer' }),
    );
    await waitFor(() => expect(account.asked.at(-1)).toBe('status=active&tag=summer&per_page=100'));
    expect(screen.getByRole('link', { name: 'Active' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('link', { name: 'vip' }));
    await waitFor(() => expect(search()).toBe('?status=active&tag=vip'));
    await user.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(search()).toBe(''));
  });

  it('offer a reset when nothing is found', async () => {
    const { user, search } = await openCampaigns(
      { campaigns: [campaign(1)] },
      '/en/campaign?status=paused&sort=name&order=asc',
    );
    expect(await screen.findByText('No results')).toBeVisible();
    expect(screen.queryByText('No campaigns yet')).not.toBeInTheDocument();
    const [inList] = screen.getAllByRole('link', { name: 'Clear filters' }).toReversed();
    await user.click(inList as HTMLElement);
    expect(await screen.findByRole('link', { name: 'Campaign 1' })).toBeVisible();
    expect(search()).toBe('?sort=name&order=asc');
  });

  it('report an invalid value instead of sending it', async () => {
    const { user, account, search } = await openCampaigns({ campaigns: [campaign(1)] }, '/en/campaign?status=ACTIVE');
    expect(await screen.findByText(/Unknown filter “Status: ACTIVE”/)).toBeVisible();
    await waitFor(() => expect(account.asked.at(-1)).toBe('per_page=100'));
    await user.click(screen.getByRole('link', { name: 'Remove' }));
    await waitFor(() => expect(search()).toBe(''));
  });
});

describe('empty campaign list', () => {
  it('offers to create the first campaign', async () => {
    await openCampaigns();
    expect(await screen.findByText('No campaigns yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add campaign' })).toHaveAttribute('href', '/en/campaign/create');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('links to the archive when all are archived', async () => {
    const { user } = await openCampaigns({ campaigns: [campaign(1, { status: 'archived' })] });
    expect(await screen.findByText('1 campaign is archived.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Open archive' }));
    expect(await row('Campaign 1')).toHaveTextContent('Archived');
  });

  it('shows an error and retries on request', async () => {
    const { server, user, account } = await openCampaigns({ campaigns: [campaign(1)] }, '/en/campaign?status=draft');
    server.on(campaignsApi.list, () => errorResponse('invalid_request', 'The list is broken.'));
    await user.click(await screen.findByRole('link', { name: 'Paused' }));
    expect(await screen.findByText('The list is broken.')).toBeVisible();
    serveCampaigns(server, account);
    await user.click(screen.getByRole('link', { name: 'Current' }));
    expect(await screen.findByRole('link', { name: 'Campaign 1' })).toBeVisible();
  });
});
