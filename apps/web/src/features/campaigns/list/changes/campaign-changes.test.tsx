import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { domainsApi } from '@poklik/contract/domains';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answered, errorResponse } from '../../../../testing/fake-server.ts';
import { campaign, choose, openCampaigns, row } from '../campaign-list.fixture.tsx';

describe('plan limit', () => {
  it('is shown and hides the create button when reached', async () => {
    await openCampaigns({ campaigns: [campaign(1)], limits: { campaigns_used: 3, campaigns_max: 3 } });
    expect(await screen.findByText(/3 of 3 campaigns used/)).toHaveTextContent('archive one');
    expect(screen.getByRole('link', { name: 'upgrade your plan' })).toHaveAttribute('href', '/en/tariffs');
    expect(screen.queryByRole('link', { name: 'Add campaign' })).not.toBeInTheDocument();
  });

  it('is reported when a clone exceeds it', async () => {
    const { user, server } = await openCampaigns({ campaigns: [campaign(1)] });
    server.on(campaignsApi.clone, () => errorResponse('tariff_limit_reached', 'You’ve reached your plan’s limit.'));
    await choose(user, 'Campaign 1', 'Duplicate');
    expect(await screen.findByRole('alert')).toHaveTextContent('You’ve reached your plan’s limit.');
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/en/tariffs');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('switching to the spare domain', () => {
  it('says which campaigns have none, and can be undone', async () => {
    const { user, server, toasts } = await openCampaigns({
      campaigns: [campaign(1, { domain_id: 1, spare_domain_id: 2 }), campaign(2)],
    });
    const sent: unknown[] = [];
    server.on(domainsApi.switch, ({ body }) => {
      sent.push(body);
      const { ids } = body as { ids: number[] };
      const data = ids.map((id) => ({ id, result: id === 1 ? ('switched' as const) : ('no_spare' as const) }));
      return answered(domainsApi.switch, { data });
    });
    await row('Campaign 1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
    await user.click(await screen.findByRole('button', { name: 'Switch to spare domain' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('«Campaign 2»');
    expect(toasts[0]?.message).toBe('1 campaign switched to its spare domain');
    toasts[0]?.action?.onSelect();
    await waitFor(() => expect(sent).toEqual([{ ids: [1, 2] }, { ids: [1] }]));
  });

  it('is not offered without a spare domain', async () => {
    const { user } = await openCampaigns({ campaigns: [campaign(1)] });
    await row('Campaign 1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Switch to spare domain' })).not.toBeInTheDocument();
  });
});

describe('campaign actions', () => {
  it('copy the tracking link and confirm it', async () => {
    const { user } = await openCampaigns({ campaigns: [campaign(1)] });
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copy tracking link: Campaign 1' }));
    expect(written).toHaveBeenCalledWith('https://go.example/c/key1?sub={sub}');
    expect(await screen.findByText('Copied', { selector: '[role=status]' })).toBeInTheDocument();
  });

  it('pause immediately, with undo in the toast', async () => {
    const { user, server, account, toasts } = await openCampaigns({
      campaigns: [campaign(1), campaign(2, { status: 'paused' })],
    });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.on(campaignsApi.bulk, async ({ body }) => {
      account.done.push(body);
      await held;
      return answered(campaignsApi.bulk, { message: 'ok', data: { changed: 1 } });
    });
    await choose(user, 'Campaign 1', 'Pause');
    await waitFor(async () => expect(await row('Campaign 1')).toHaveTextContent('Paused'));
    answer();
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]?.message).toBe('Paused: «Campaign 1»');
    toasts[0]?.action?.onSelect();
    await waitFor(() => expect(account.done.at(-1)).toEqual({ ids: [1], action: 'activate' }));
  });

  it('roll back the row when the server rejects, with the reason', async () => {
    const { user, server } = await openCampaigns({ campaigns: [campaign(1), campaign(2)] });
    server.on(campaignsApi.bulk, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    await choose(user, 'Campaign 1', 'Archive');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    expect(await row('Campaign 1')).toHaveTextContent('Active');
  });

  it('restore a draft to its version', async () => {
    const { user, server, account, toasts } = await openCampaigns({
      campaigns: [campaign(1, { status: 'draft', version: 8 }), campaign(2)],
    });
    server.on(campaignsApi.restore, () => {
      account.done.push('restored');
      return answered(campaignsApi.restore, { data: campaign(1) });
    });
    await choose(user, 'Campaign 1', 'Archive');
    await waitFor(() => expect(toasts).toHaveLength(1));
    toasts[0]?.action?.onSelect();
    await waitFor(() => expect(server.received).toContain('POST /companies/1/versions/8/restore'));
  });

  it('clone into a draft and show its name', async () => {
    const { user, server, account, toasts } = await openCampaigns({ campaigns: [campaign(1)] });
    server.on(campaignsApi.clone, () => {
      const made = campaign(2, { name: 'Campaign 1 (2)', status: 'draft' });
      account.campaigns = [made, ...account.campaigns];
      return answered(campaignsApi.clone, { data: made });
    });
    await choose(user, 'Campaign 1', 'Duplicate');
    expect(await screen.findByRole('link', { name: 'Campaign 1 (2)' })).toBeVisible();
    expect(toasts[0]?.message).toBe('Draft “Campaign 1 (2)” created');
  });

  it('delete only after a confirmation with the name and consequences', async () => {
    const { user, account } = await openCampaigns({ campaigns: [campaign(1), campaign(2)] });
    await choose(user, 'Campaign 1', 'Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Campaign 1”?' });
    expect(dialog).toHaveTextContent('30 days');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(account.done).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Campaign 1' })).not.toBeInTheDocument());
    expect(account.done).toEqual([{ ids: [1], action: 'delete' }]);
  });

  it('open the public routing page in a new tab', async () => {
    const { user } = await openCampaigns({ campaigns: [campaign(1)] });
    await user.click(await screen.findByRole('button', { name: 'Actions: Campaign 1' }));
    expect(await screen.findByRole('menuitem', { name: 'Public routing page' })).toHaveAttribute(
      'href',
      'https://go.example/c/key1+',
    );
  });

  it('are hidden without write permission', async () => {
    const { user } = await openCampaigns({ campaigns: [campaign(1)], permissions: ['campaigns:read'] });
    await user.click(await screen.findByRole('button', { name: 'Actions: Campaign 1' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Statistics',
      'Public routing page',
    ]);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add campaign' })).not.toBeInTheDocument();
  });
});

describe('bulk actions', () => {
  const three = (): Campaign[] => [campaign(1), campaign(2, { status: 'paused', tags: ['old'] }), campaign(3)];

  it('select the page, apply to all, and clear the selection', async () => {
    const { user, account, toasts } = await openCampaigns({ campaigns: three() });
    await row('Campaign 1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
    expect(await screen.findByText('3 selected')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(account.done).toEqual([{ ids: [1, 2, 3], action: 'archive' }]));
    await waitFor(() => expect(toasts[0]?.message).toBe('Archived: 3 campaigns'));
    expect(screen.queryByText('3 selected')).not.toBeInTheDocument();
    toasts[0]?.action?.onSelect();
    await waitFor(() =>
      expect(account.done.slice(1)).toEqual([
        { ids: [1, 3], action: 'activate' },
        { ids: [2], action: 'pause' },
      ]),
    );
  });

  it('list every campaign before deleting', async () => {
    const { user, account } = await openCampaigns({ campaigns: three() });
    await user.click(await screen.findByRole('checkbox', { name: 'Select: Campaign 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select: Campaign 3' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 campaigns?' });
    expect(dialog).toHaveTextContent('Campaign 1Campaign 3');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(account.done).toEqual([{ ids: [1, 3], action: 'delete' }]));
  });

  it('add and remove tags', async () => {
    const { user, account } = await openCampaigns({ campaigns: three() });
    await row('Campaign 1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
    await user.click(await screen.findByRole('button', { name: 'Tags…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags: 3 campaigns' });
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(account.done).toEqual([]);
    await user.type(within(dialog).getByRole('textbox', { name: 'New tag' }), 'autumn{Enter}');
    await user.click(await within(dialog).findByRole('button', { name: 'Remove tag “autumn”' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Add tag “vip”' }));
    await waitFor(() =>
      expect(account.done).toEqual([
        { ids: [1, 2, 3], action: 'add_tag', tag: 'autumn' },
        { ids: [1, 2, 3], action: 'remove_tag', tag: 'autumn' },
        { ids: [1, 2, 3], action: 'add_tag', tag: 'vip' },
      ]),
    );
  });
});
