import { campaignsApi } from '@poklik/contract/campaigns';
import { statisticsApi } from '@poklik/contract/statistics';
import { screen, waitFor, within } from '@testing-library/react';
import { Route } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { answered, type fakeServer } from '../../testing/fake-server.ts';
import { showToastsWith } from '../../ui/toast/toast.ts';
import { CAMPAIGN, open, toasts } from '../campaign/campaign-home.fixture.tsx';
import { StatisticsScreen } from './statistics-screen.tsx';

type FakeServer = ReturnType<typeof fakeServer>;

beforeEach(() => {
  toasts.length = 0;
  showToastsWith((toast) => toasts.push(toast));
});

const openReport = (groupBy: string, more: (server: FakeServer) => void = () => {}) =>
  open({
    at: `/en/statistics?g=${groupBy}`,
    routes: <Route path="/:language/statistics" element={<StatisticsScreen />} />,
    setUp: (server) => {
      more(server);
      server.on(statisticsApi.views, () => answered(statisticsApi.views, { data: [] }));
      server.onEvents(statisticsApi.live, { clicks: [] });
    },
  });

type User = Awaited<ReturnType<typeof open>>['user'];

async function choose(user: User, row: string, action: string) {
  const table = within(await screen.findByRole('grid', { name: 'Breakdown' }));
  await user.click(await table.findByRole('button', { name: `Actions: ${row}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

async function changeWeights(user: User, row: string) {
  await choose(user, row, 'Change weights');
  return within(await screen.findByRole('dialog', { name: 'Weights: Autumn' }));
}

it('changes the weight of a destination from its row, with one undo', async () => {
  const { user, world } = await openReport('destination');
  const dialog = await changeWeights(user, '5:0:2');
  const field = dialog.getByRole('textbox', { name: 'Weight: blue' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(dialog.queryByRole('textbox', { name: 'Weight: kyiv' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Save weights' })).toBeDisabled();
  await user.keyboard('0{Enter}');
  expect(await dialog.findByText('Enter a whole number from 1 to 1000')).toBeVisible();
  expect(world.saved).toHaveLength(0);
  await user.clear(field);
  await user.keyboard('20{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(world.campaign.destinations.map((each) => each.weight)).toEqual([60, 20]);
  expect(world.saved[0]).toMatchObject({ version: 2, rules: [{ name: 'Ukraine' }] });
  expect(toasts.at(-1)?.message).toBe('Weights saved as version 3');
  toasts.at(-1)?.action?.onSelect();
  await waitFor(() => expect(world.campaign.version).toBe(4));
  expect(world.campaign.destinations.map((each) => each.weight)).toEqual([60, 40]);
});

it('keeps what someone else saved, and says so', async () => {
  const { user, world } = await openReport('rule');
  const dialog = await changeWeights(user, '5:0');
  world.campaign = { ...world.campaign, version: 7 };
  await user.clear(dialog.getByRole('textbox', { name: 'Weight: red' }));
  await user.keyboard('5{Enter}');
  expect(await screen.findByText(/Someone saved this campaign in the meantime/)).toBeVisible();
  expect(world.saved).toHaveLength(0);
});

it('excludes a row and pauses its campaign, each with one undo', async () => {
  const done: unknown[] = [];
  const { user } = await openReport('destination', (server) => {
    server.on(campaignsApi.get, () => answered(campaignsApi.get, { data: { ...CAMPAIGN, status: 'active' } }));
    server.on(campaignsApi.bulk, ({ body }) => {
      done.push(body);
      return answered(campaignsApi.bulk, { message: 'ok', data: { changed: 1 } });
    });
  });
  await choose(user, '5:0:2', 'Exclude');
  expect(await screen.findByText(/is not/)).toBeVisible();
  toasts.at(-1)?.action?.onSelect();
  await waitFor(() => expect(screen.queryByText(/is not/)).toBeNull());

  await choose(user, '5:0:1', 'Pause campaign');
  await waitFor(() => expect(done).toEqual([{ ids: [5], action: 'pause' }]));
  await waitFor(() => expect(toasts.at(-1)?.message).toBe('Paused: Autumn'));
  toasts.at(-1)?.action?.onSelect();
  await waitFor(() => expect(done).toHaveLength(2));
  expect(done.at(-1)).toEqual({ ids: [5], action: 'activate' });
});
