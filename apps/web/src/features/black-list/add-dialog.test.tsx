import { blackListApi } from '@poklik/contract/black-list';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse } from '../../testing/fake-server.ts';
import { entry, NOTHING, openBlackList as open, type Shown } from './black-list.fixture.tsx';
import { recognizeAddresses } from './recognized-addresses.ts';

describe('add to blocklist', () => {
  async function openForm(shown: Shown = {}) {
    const page = await open(shown);
    await page.user.click(await screen.findByRole('button', { name: 'Add IPs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to blocklist' }));
    const field = () => dialog.getByRole('textbox', { name: 'IP addresses and ranges' });
    return {
      ...page,
      dialog,
      field,
      paste: async (text: string) => {
        await page.user.clear(field());
        await page.user.click(field());
        await page.user.paste(text);
      },
      submit: async (name: RegExp) => page.user.click(await dialog.findByRole('button', { name })),
    };
  }

  it('counts recognized addresses while typing and lists invalid lines', async () => {
    const { dialog, paste } = await openForm();
    await paste('192.0.2.1, 192.0.2.1\nnonsense\n10.0.0.0/16\n10.0.5.5\n0.0.0.0/1');
    expect(await dialog.findByText('2 valid · 2 already covered · 2 invalid')).toBeVisible();
    const list = within(dialog.getByRole('list', { name: '2 invalid' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Line 2nonsensenot a valid IP address or range',
      'Line 50.0.0.0/1too wide: use /8 or narrower for IPv4, /16 or narrower for IPv6',
    ]);
  });

  it('sends text, action and comment, shows the count and closes over the new list', async () => {
    const { dialog, paste, submit, state, user } = await openForm();
    state.report = { ...NOTHING, added: [entry(1, { action: 'block' })] };
    await paste('192.0.2.1');
    await user.click(dialog.getByRole('radio', { name: 'Block' }));
    await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'Scanner');
    await submit(/^Add 1 IP$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(state.sent).toEqual([{ ip_addresses: '192.0.2.1', action: 'block', campaign_id: null, comment: 'Scanner' }]);
    expect(screen.getByRole('row', { name: /192\.0\.2\.1/ })).toBeVisible();
  });

  it('confirms the user’s own address and wide ranges before sending', async () => {
    const { dialog, field, paste, submit, state, user } = await openForm();
    await paste('203.0.113.9\n10.0.0.0/12');
    await user.click(dialog.getByRole('radio', { name: 'Block' }));
    await submit(/^Add 2 IPs$/);
    const question = await dialog.findByRole('alert');
    expect(question).toHaveTextContent('203.0.113.9includes your current IP, 203.0.113.9');
    expect(question).toHaveTextContent('10.0.0.0/12large range: 1,048,576 addresses');
    expect(question).toHaveTextContent('You’ll be blocked (403)');
    const back = dialog.getByRole('button', { name: 'Back' });
    expect(back).toHaveFocus();
    await user.click(back);
    expect(field()).toHaveValue('203.0.113.9\n10.0.0.0/12');
    expect(dialog.getByRole('radio', { name: 'Block' })).toBeChecked();
    expect(state.sent).toEqual([]);
    await submit(/^Add 2 IPs$/);
    state.report = { ...NOTHING, added: [entry(1), entry(2)] };
    await submit(/^Add anyway$/);
    await waitFor(() => expect(state.sent).toHaveLength(1));
  });

  it('shows the result of each line and keeps rejected ones in the field', async () => {
    const { dialog, field, paste, submit, state } = await openForm();
    state.report = {
      added: [entry(1)],
      merged: [{ ip: '10.1.2.3', covered_by: '10.1.0.0/16' }],
      refused: [
        { text: 'nonsense', line: 3, reason: 'not_an_address' },
        { text: '192.0.2.9', line: 7, reason: 'limit_reached' },
      ],
      warnings: [{ ip: '192.0.2.1', reason: 'action_changed' }],
    };
    await paste('whatever was typed, 192.0.2.1');
    await submit(/^Add 1 IP$/);
    const told = await dialog.findByText('1 entry added');
    expect(told).toBeVisible();
    expect(dialog.getByText('192.0.2.1').closest('li')).toHaveTextContent('action changed');
    expect(dialog.getByText('10.1.2.3').closest('li')).toHaveTextContent('covered by 10.1.0.0/16');
    const refusedList = within(dialog.getByRole('list', { name: /2 not added/ }));
    expect(refusedList.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Line 1nonsensenot a valid IP address or range',
      'Line 2192.0.2.9over your plan’s limit',
    ]);
    expect(field()).toHaveValue('nonsense\n192.0.2.9');
    expect(dialog.getByRole('link', { name: 'View plans' })).toBeVisible();
  });

  it('shows a server error and keeps the text', async () => {
    const { dialog, field, paste, submit, server } = await openForm();
    server.on(blackListApi.add, () =>
      errorResponse('invalid_request', 'Check the highlighted fields.', { campaign_id: ['Campaign not found'] }),
    );
    await paste('192.0.2.1');
    await submit(/^Add 1 IP$/);
    expect(await dialog.findByText('Campaign not found')).toBeVisible();
    expect(field()).toHaveValue('192.0.2.1');
  });

  it('warns when the plan’s limit is too low', async () => {
    const { dialog, paste } = await openForm({ entries: [entry(1)], max: 2 });
    await paste('198.51.100.1\n198.51.100.2');
    expect(await dialog.findByText('Your plan has room for 1 more')).toBeVisible();
  });

  it('parses ten thousand lines in about ten times the time of a thousand', () => {
    const work = (lines: number) => {
      const text = Array.from(
        { length: lines },
        (_, place) => `2001:db8:${(place >> 8).toString(16)}:${place % 256}::/64`,
      ).join('\n');
      const before = process.cpuUsage();
      expect(recognizeAddresses(text, '203.0.113.9').added).toHaveLength(lines);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Other threads run too and the first run is not compiled: the minimum counts.
    const least = (lines: number) => Math.min(...Array.from({ length: 5 }, () => work(lines)));
    expect(least(10_000)).toBeLessThan(30 * least(1_000));
  });
});
