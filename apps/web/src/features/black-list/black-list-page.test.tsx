import { blackListApi } from '@poklik/contract/black-list';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { screenWidth } from '../../testing/screen-width.ts';
import { entry, openBlackList as open, pageOf } from './black-list.fixture.tsx';

describe('blocklist', () => {
  it('shows action, scope, hits and date of each entry', async () => {
    await open({
      entries: [
        entry(1, { action: 'block', hits: 1_204, last_hit_at: '2026-02-04T10:00:00.000Z', comment: 'Scanner' }),
        entry(2, { campaign: { id: 5, name: 'Summer' } }),
        entry(3, { hits: null }),
      ],
    });
    await screen.findByText('192.0.2.1');
    const row = screen.getByRole('row', { name: /192\.0\.2\.1/ });
    expect(row).toHaveTextContent('Block');
    expect(row).toHaveTextContent('1,204');
    expect(row).toHaveTextContent('04/02/2026, 12:00');
    expect(row).toHaveTextContent('All campaigns');
    expect(row).toHaveTextContent('Scanner');
    expect(screen.getByRole('row', { name: /192\.0\.2\.2/ })).toHaveTextContent(/Don’t count.*0.*Never.*Summer/);
    expect(screen.getByTitle('Statistics are temporarily unavailable')).toHaveTextContent('—');
    expect(screen.getByText('3 of 100 entries used')).toBeVisible();
  });

  it('explains itself when empty, without filters', async () => {
    await open();
    expect(await screen.findByText('No blocked IPs yet')).toBeVisible();
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  it('searches after a pause from the first page, and clears filters when nothing is found', async () => {
    const { state, user, search } = await open({ entries: [entry(1)], at: '/en/black-list?page=3&sort=ip&order=asc' });
    await user.type(await screen.findByRole('searchbox'), '10.1.2.3');
    await waitFor(() => expect(search()).toBe('?sort=ip&order=asc&search=10.1.2.3'));
    expect(state.asked.filter((query) => query.includes('search')).length).toBeLessThanOrEqual(2);
    state.entries = [];
    await user.type(screen.getByRole('searchbox'), '{Enter}9{Enter}');
    expect(await screen.findByText('No matches')).toBeVisible();
    state.entries = [entry(1)];
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(search()).toBe('?sort=ip&order=asc'));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('ignores invalid filters', async () => {
    const { state } = await open({ entries: [entry(1)], at: '/en/black-list?action=redirect' });
    await screen.findByRole('row', { name: /192\.0\.2\.1/ });
    expect(state.asked).toEqual(['']);
  });

  it('shows an error and retries on request', async () => {
    const { server, user } = await open({ listFails: true });
    expect(await screen.findByRole('alert')).toHaveTextContent('You don’t have permission to do this.');
    server.on(blackListApi.list, () => answered(blackListApi.list, pageOf([entry(1)])));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /192\.0\.2\.1/ })).toBeVisible();
  });

  it('is read-only without write permission', async () => {
    await open({ entries: [entry(1)], permissions: ['black_list:read', 'campaigns:read'] });
    await screen.findByRole('row', { name: /192\.0\.2\.1/ });
    expect(screen.queryByRole('button', { name: 'Add IPs' })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  });

  it('is hidden without read permission', async () => {
    await open({ permissions: [] });
    expect(await screen.findByText('Access denied')).toBeVisible();
  });

  it('shows that the plan’s limit is reached and links to plans', async () => {
    await open({ entries: [entry(1)], max: 1 });
    expect(await screen.findByText(/limit of 1 blocklist entries/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/en/tariffs');
  });

  it('becomes cards on a narrow screen', async () => {
    screenWidth.narrow = true;
    await open({ entries: [entry(1, { hits: 12 })] });
    const card = within(await screen.findByRole('list', { name: 'IP blocklist' })).getByRole('listitem');
    expect(card).toHaveTextContent(/192\.0\.2\.1.*Don’t count.*Hits12/);
  });
});

describe('removing', () => {
  it('lists the entries, removes them and refetches the list', async () => {
    const { server, state, user } = await open({
      entries: [entry(1, { action: 'block' }), entry(2, { campaign: { id: 5, name: 'Summer' } }), entry(3)],
    });
    let sent: unknown;
    server.on(blackListApi.remove, ({ body }) => {
      sent = body;
      state.entries = [entry(3)];
      return answered(blackListApi.remove, { message: 'ok' });
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select: 192.0.2.1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select: 192.0.2.2' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 entries from the blocklist?' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '192.0.2.1Block · All campaigns',
      '192.0.2.2Don’t count · Summer',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual({ ip_address_ids: [1, 2] });
    expect(screen.queryByText('192.0.2.1')).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /192\.0\.2\.3/ })).toBeVisible();
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
  });

  it('of one row asks for confirmation and shows an error', async () => {
    const { server, user } = await open({ entries: [entry(1)] });
    server.on(blackListApi.remove, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    await user.click(await screen.findByRole('button', { name: 'Delete: 192.0.2.1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 1 entry from the blocklist?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
  });
});
