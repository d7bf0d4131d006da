import { clicksApi } from '@poklik/contract/clicks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { pageOf } from '../../testing/screen.tsx';
import { showToastsWith } from '../../ui/toast/toast.ts';
import { CAMPAIGN, CLICK, open, toasts } from './campaign-home.fixture.tsx';

beforeEach(() => {
  toasts.length = 0;
  showToastsWith((toast) => toasts.push(toast));
  sessionStorage.clear();
});

const path = async () => screen.findByRole('region', { name: 'Traffic path' });
const weight = (name: string) => screen.findByRole('textbox', { name: `Weight: ${name}` });

describe('overview of a campaign', () => {
  it('sums up the period, and every metric opens its report', async () => {
    await open();
    const tiles = await screen.findByRole('region', { name: 'Metrics' });
    const revenue = within(tiles).getByRole('link', { name: /^Revenue/ });
    expect(revenue).toHaveTextContent('$40.00');
    expect(revenue).toHaveAttribute('href', '/en/statistics?campaign=5&metric=revenue');
    expect(within(tiles).getAllByText('▲ +25%')).toHaveLength(2);
  });

  it('marks changes under the chart and lists them', async () => {
    const { user } = await open();
    const marks = await screen.findByRole('list', { name: 'Changes on the chart' });
    expect(within(marks).getAllByRole('link')).toHaveLength(1);
    expect(within(marks).getByRole('link', { name: /13\/11\/2026, 09:00 · version 2: activated/ })).toBeVisible();
    await user.click(screen.getByText('1 change in this period'));
    expect(screen.getByText(/version 2: activated · Anna/)).toBeVisible();
  });

  it('shows the path of the traffic with metrics on every arrow', async () => {
    await open();
    const rules = within(await path());
    const toRule = await rules.findByRole('link', { name: 'Report: Ukraine' });
    expect(toRule).toHaveTextContent('40 clicks · 40%');
    expect(toRule).toHaveTextContent('−$4.00');
    expect(decodeURIComponent(toRule.getAttribute('href') ?? '')).toContain('campaign=5&rule=5:1');
    expect(rules.getByRole('link', { name: 'Report: red' })).toHaveTextContent('45 clicks · 75%');
    expect(decodeURIComponent(rules.getByRole('link', { name: 'Report: blue' }).getAttribute('href') ?? '')).toContain(
      'destination=5:0:2',
    );
    expect(await weight('red')).toHaveValue('60');
    expect(screen.queryByRole('textbox', { name: 'Weight: kyiv' })).toBeNull();
  });

  it('shows the latest events, which open in their tabs', async () => {
    await open();
    const clicks = within(await screen.findByRole('region', { name: 'Latest clicks' }));
    expect(await clicks.findByRole('link', { name: /Ukraine · Mobile · Rule 1/ })).toHaveAttribute(
      'href',
      '/en/campaign/update/5?tab=clicks&id=c1',
    );
    const postbacks = within(screen.getByRole('region', { name: 'Latest postbacks' }));
    expect(await postbacks.findByRole('link', { name: /GET c1/ })).toHaveTextContent('Accepted');
  });

  it('hides money from members without access to it', async () => {
    await open({ seesMoney: false });
    await path();
    expect(await screen.findByRole('link', { name: 'Report: red' })).toHaveTextContent('45 clicks');
    expect(screen.queryByText(/\$|Revenue|Profit/)).toBeNull();
  });

  it('explains an empty period and empty lists', async () => {
    await open({ isEmpty: true });
    expect(await screen.findByText('No clicks in this period. The first click was on 1 May 2026.')).toBeVisible();
    expect(await screen.findByText(/^No clicks yet. A new click/)).toBeVisible();
    expect(await screen.findByText(/^No postbacks yet./)).toBeVisible();
  });

  it('shows each part’s error and retries it', async () => {
    const { server, user } = await open({
      setUp: (each) => each.on(clicksApi.list, () => errorResponse('unavailable', 'The click log is unavailable.')),
    });
    const clicks = within(await screen.findByRole('region', { name: 'Latest clicks' }));
    expect(await clicks.findByText('The click log is unavailable.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Report: red' })).toBeVisible();
    server.on(clicksApi.list, () => answered(clicksApi.list, pageOf(CLICK)));
    await user.click(clicks.getByRole('button', { name: 'Try again' }));
    expect(await clicks.findByRole('link', { name: /Ukraine/ })).toBeVisible();
  });
});

describe('weights in the path', () => {
  it('are saved as a version, with undo as another version', async () => {
    const { user, world } = await open();
    const field = await weight('red');
    await user.clear(field);
    await user.type(field, '10{Enter}');
    await waitFor(() => expect(world.campaign.version).toBe(3));
    expect(world.campaign.destinations.map((each) => each.weight)).toEqual([10, 40]);
    expect(world.saved[0]).toMatchObject({ name: 'Autumn', version: 2, rules: CAMPAIGN.rules });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save weights' })).toBeNull());
    expect(toasts.map(({ message }) => message)).toEqual(['Weights saved as version 3']);
    toasts[0]?.action?.onSelect();
    await waitFor(() => expect(world.campaign.version).toBe(4));
    expect(world.campaign.destinations.map((each) => each.weight)).toEqual([60, 40]);
  });

  it('must be whole numbers; nothing is sent and the input stays', async () => {
    const { user, world } = await open();
    const field = await weight('blue');
    await user.clear(field);
    await user.type(field, '0{Enter}');
    expect(field).toHaveAccessibleDescription('Enter a whole number from 1 to 1000');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('0');
    expect(world.saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field).toHaveValue('40');
  });

  it('are kept when somebody else saved the campaign meanwhile', async () => {
    const { user, world } = await open();
    const field = await weight('red');
    world.campaign = { ...world.campaign, version: 3, notes: 'theirs' };
    await user.clear(field);
    await user.type(field, '10{Enter}');
    expect(await screen.findByText(/^Someone saved this campaign in the meantime/)).toBeVisible();
    expect(field).toHaveValue('10');
    await user.click(screen.getByRole('button', { name: 'Save weights' }));
    await waitFor(() => expect(world.campaign.version).toBe(4));
    expect(world.campaign).toMatchObject({ notes: 'theirs', destinations: [{ weight: 10 }, { weight: 40 }] });
  });

  it('stay typed in another tab, and the saved ones reach the form', async () => {
    const { user, world } = await open();
    const field = await weight('red');
    await user.clear(field);
    await user.type(field, '25');
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    await screen.findByRole('button', { name: 'Add destination' });
    await user.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(await weight('red')).toHaveValue('25');
    await user.click(screen.getByRole('button', { name: 'Save weights' }));
    await waitFor(() => expect(world.campaign.version).toBe(3));
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    await waitFor(() => expect(screen.getByDisplayValue('25')).toBeVisible());
  });

  it('are text for members who can only read', async () => {
    await open({ permissions: ['campaigns:read', 'conversions:read', 'statistics:read'] });
    expect(await screen.findByText('Weight 60 · 60%')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /^Weight/ })).toBeNull();
  });
});

describe('a split', () => {
  const destinations = (red: number, blue: number) => ({
    destination: { '5:0:1': { clicks: 1_000, approved: red }, '5:0:2': { clicks: 1_000, approved: blue } },
  });

  it.each([
    ['few conversions', destinations(9, 1), /^Too early to tell which destination converts better: 10 conversions/],
    [
      'an interval with zero',
      destinations(50, 45),
      /^“red” converts 11% better than “blue” \(95%.*“red” beats “blue”: 70%\. Too early to name a winner/,
    ],
  ])('with %s has no winner', async (_, rows, text) => {
    await open({ rows });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Give the winner 100%' })).toBeNull();
  });

  it('with a significant winner gives it all visitors, with undo', async () => {
    const { user, world } = await open({ rows: destinations(50, 100) });
    expect(
      await screen.findByText(/^“blue” converts 100% better than “red” \(95% interval: 44% to 176%\)/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Give the winner 100%' }));
    await waitFor(() => expect(world.campaign.version).toBe(3));
    expect(world.campaign.destinations.map(({ active }) => active)).toEqual([false, true]);
    expect(world.campaign.rules).toEqual(CAMPAIGN.rules);
    await waitFor(() => expect(toasts).toHaveLength(1));
    toasts[0]?.action?.onSelect();
    await waitFor(() => expect(world.campaign.version).toBe(4));
    expect(world.campaign.destinations).toEqual(CAMPAIGN.destinations);
  });
});

describe('tabs of a campaign', () => {
  it('list its clicks and postbacks without a campaign filter', async () => {
    const asked: string[] = [];
    const { user, search } = await open({
      setUp: (server) =>
        server.on(clicksApi.list, ({ query }) => {
          asked.push(query.toString());
          return answered(clicksApi.list, pageOf(CLICK));
        }),
    });
    await user.click(await screen.findByRole('tab', { name: 'Clicks' }));
    expect(await screen.findByRole('region', { name: 'Click log' })).toBeVisible();
    expect(search()).toBe('?tab=clicks');
    await waitFor(() => expect(asked.at(-1)).toBe('company_id=5'));
    expect(screen.queryByRole('columnheader', { name: 'Campaign' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Postbacks' }));
    expect(await screen.findByRole('region', { name: 'Postback inbox' })).toBeVisible();
  });

  it('need access to conversions', async () => {
    await open({ permissions: ['campaigns:read', 'statistics:read'] });
    expect(await screen.findByRole('tab', { name: 'Overview' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Clicks' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Latest clicks' })).toBeNull();
  });
});
