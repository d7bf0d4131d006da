import { campaignListApi, type WeightChange } from '@poklik/contract/campaign-list';
import { campaignsApi } from '@poklik/contract/campaigns';
import type { GridLayout } from '@poklik/contract/grid-layouts';
import { profileApi } from '@poklik/contract/profile';
import type { NewSavedView } from '@poklik/contract/saved-views';
import { withWeights } from '@poklik/domain/campaigns/place-weights';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, type fakeServer } from '../../../../testing/fake-server.ts';
import { campaign, metrics, openCampaigns, row } from '../campaign-list.fixture.tsx';

type Server = ReturnType<typeof fakeServer>;

/** Remembers the layouts that were saved. */
function keepLayouts(server: Server) {
  const layouts: (GridLayout | null)[] = [];
  server.on(profileApi.saveGrid, ({ body }) => {
    const { layout } = body as { layout: GridLayout | null };
    layouts.push(layout);
    return answered(profileApi.saveGrid, { data: { campaigns: layout, breakdown: null } });
  });
  return layouts;
}

const headings = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

async function openColumns({ server, user }: Awaited<ReturnType<typeof openCampaigns>>) {
  const layouts = keepLayouts(server);
  await row('Campaign 1');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await screen.findByText('Visible columns');
  return layouts;
}

describe('columns of the campaign list', () => {
  it('are hidden, shown, moved and pinned, saved for the user, and restored', async () => {
    const view = await openCampaigns({ campaigns: [campaign(1)] });
    const { user } = view;
    const layouts = await openColumns(view);
    await user.click(screen.getByRole('checkbox', { name: 'Status' }));
    await user.click(screen.getByRole('checkbox', { name: 'Bots' }));
    screen.getByRole('button', { name: 'Move: Conversions' }).focus();
    await user.keyboard('{ArrowUp}');
    await user.click(screen.getByRole('button', { name: 'Pin: ROI' }));
    expect(headings().slice(1, 5)).toEqual(['Name', 'ROI', 'Conversions', 'Clicks']);
    expect(headings()).toContain('Bots');
    expect(headings()).not.toContain('Status');
    await waitFor(() => expect(layouts.at(-1)?.columns.at(-1)).toEqual({ id: 'bots' }));
    expect(layouts.at(-1)?.columns).toContainEqual({ id: 'roi', pinned: true });
    await user.click(screen.getByRole('button', { name: 'Restore usual columns' }));
    await waitFor(() => expect(layouts.at(-1)).toBeNull());
    expect(headings()[2]).toBe('Status');
  });

  it('have color rules with a sign, and no mark where nothing is known', async () => {
    const view = await openCampaigns({
      campaigns: [
        campaign(1, { stats: metrics(400, { roi: -0.4 }) }),
        campaign(2, { stats: metrics(400, { roi: 0.4 }) }),
        campaign(3, { stats: metrics(400, { roi: null }) }),
      ],
    });
    const { user } = view;
    const layouts = await openColumns(view);
    await user.click(screen.getByRole('button', { name: 'Color rules: ROI' }));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    const [, second] = screen.getAllByRole('textbox', { name: 'Threshold' });
    await user.clear(second as HTMLElement);
    expect(second).toBeInvalid();
    await user.type(second as HTMLElement, '30');
    await waitFor(() =>
      expect(layouts.at(-1)?.rules).toEqual([
        { column: 'roi', when: 'below', than: 0, tone: 'negative' },
        { column: 'roi', when: 'above', than: 0.3, tone: 'positive' },
      ]),
    );
    const roi = async (name: string) =>
      (await row(name)).querySelector('td[data-col="roi"]')?.textContent?.replace(/\u00a0/g, ' ');
    expect([await roi('Campaign 1'), await roi('Campaign 2'), await roi('Campaign 3')]).toEqual([
      '▼−40.00%',
      '▲40.00%',
      '—',
    ]);
  });

  it('are those of the view in the URL until they are changed', async () => {
    const view = await openCampaigns(
      {
        campaigns: [campaign(1)],
        setUp: (server) =>
          server.on(campaignListApi.views, () =>
            answered(campaignListApi.views, {
              data: [
                {
                  ...{ id: 5, name: 'Costs', search: '?status=active', is_shared: true, is_own: false },
                  layout: { columns: [{ id: 'cost' }, { id: 'gone' }], rules: [] },
                  created_at: '2026-01-01T00:00:00.000Z',
                },
              ],
            }),
          ),
      },
      '/en/campaign?status=active&view=5',
    );
    await row('Campaign 1');
    expect(headings()).toEqual(['', 'Name', 'Cost', 'Actions']);
    const layouts = await openColumns(view);
    await view.user.click(screen.getByRole('checkbox', { name: 'Clicks' }));
    await waitFor(() => expect(view.search()).toBe('?status=active'));
    expect(layouts).toEqual([{ columns: [{ id: 'cost' }, { id: 'clicks' }], rules: [] }]);
    expect(headings()).toEqual(['', 'Name', 'Cost', 'Clicks', 'Actions']);
  });

  it('are saved as a view with the filters', async () => {
    const saved: unknown[] = [];
    const { user } = await openCampaigns(
      {
        campaigns: [campaign(1)],
        setUp: (server) => {
          server.on(campaignListApi.views, () => answered(campaignListApi.views, { data: [] }));
          server.on(campaignListApi.saveView, ({ body }) => {
            saved.push(body);
            const { name, search, layout = null } = body as NewSavedView;
            const made = { id: 1, is_shared: true, is_own: true, created_at: '2026-01-01T00:00:00.000Z' };
            return answered(campaignListApi.saveView, { data: { ...made, name, search, layout } });
          });
        },
      },
      '/en/campaign?status=active&revenue=expected',
    );
    await row('Campaign 1');
    expect(headings()).toContain('Revenue, expected');
    await user.click(screen.getByRole('button', { name: 'Saved views and export' }));
    await user.type(await screen.findByRole('textbox', { name: 'View name' }), 'Evening');
    await user.click(screen.getByRole('checkbox', { name: 'Share with the team' }));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(saved).toMatchObject([
        { name: 'Evening', search: '?status=active&revenue=expected', is_shared: true, layout: { rules: [] } },
      ]),
    );
  });
});

it('row height is switched in the list', async () => {
  const view = await openCampaigns({
    campaigns: [campaign(1)],
    permissions: ['campaigns:read', 'campaigns:write', 'profile:write'],
  });
  const bodies: unknown[] = [];
  view.server.on(profileApi.update, ({ body }) => {
    bodies.push(body);
    return new Promise<Response>(() => undefined);
  });
  await openColumns(view);
  expect(screen.getByRole('grid').querySelector('tbody')).toHaveStyle('--grid-row: 40px');
  await view.user.click(await screen.findByRole('radio', { name: 'Compact' }));
  await waitFor(() => expect(bodies).toEqual([{ density: 'compact' }]));
  expect(screen.getByRole('grid').querySelector('tbody')).toHaveStyle('--grid-row: 32px');
});

describe('cells edited in place', () => {
  const split = (...weights: number[]) =>
    weights.map((weight, place) => ({
      ...{ name: place === 0 ? 'Old lander' : 'New lander', url: `https://l${place}.example`, weight, active: true },
    }));

  /** A server that saves weights and returns new versions. */
  function keepWeights(server: Server, account: { campaigns: ReturnType<typeof campaign>[] }) {
    const sent: WeightChange[][] = [];
    server.on(campaignListApi.weights, ({ body }) => {
      const { campaigns } = body as { campaigns: WeightChange[] };
      sent.push(campaigns);
      account.campaigns = account.campaigns.map((each) => {
        const change = campaigns.find(({ id }) => id === each.id);
        if (!change) return each;
        const weights = new Map(change.weights.map(({ place, weight }) => [place, weight]));
        return { ...withWeights(each, weights), version: each.version + 1 };
      });
      const data = campaigns.map(({ id, version }) => ({ id, version: version + 1 }));
      return answered(campaignListApi.weights, { data });
    });
    return sent;
  }

  it('note: saved as a new version, with undo', async () => {
    const saved: unknown[] = [];
    const { user, toasts } = await openCampaigns({
      campaigns: [campaign(1)],
      setUp: (server, account) =>
        server.on(campaignsApi.update, ({ body }) => {
          const { notes, version } = body as { notes: string; version: number };
          saved.push({ notes, version });
          account.campaigns = [campaign(1, { notes, version: version + 1 })];
          return answered(campaignsApi.update, { data: campaign(1, { notes, version: version + 1 }) });
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit note: Campaign 1' }));
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask Olha first{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('button', { name: 'Note: Ask Olha first' })).toBeVisible();
    toasts.at(-1)?.action?.onSelect();
    await waitFor(() =>
      expect(saved).toEqual([
        { notes: 'Ask Olha first', version: 3 },
        { notes: '', version: 4 },
      ]),
    );
  });

  it('weights of many campaigns: a look at what changes, one save, one undo', async () => {
    const view = await openCampaigns({
      campaigns: [
        campaign(1, { destinations: split(50, 50) }),
        campaign(2, { destinations: split(90, 10) }),
        campaign(3, { destinations: split(100) }),
      ],
    });
    const { user, server, account, toasts } = view;
    const sent = keepWeights(server, account);
    await row('Campaign 3');
    await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
    await user.click(await screen.findByRole('button', { name: 'Weights…' }));
    await user.click(await screen.findByRole('button', { name: 'New lander' }));
    const preview = await screen.findByRole('region', { name: 'What changes' });
    expect(within(preview).getByRole('status')).toHaveTextContent('2 of 3 campaigns change');
    expect(
      within(preview)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Campaign 150:50 → 30:70', 'Campaign 290:10 → 30:70']);
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Change 2 campaigns' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.map(({ id, version }) => [id, version])).toEqual([
      [1, 3],
      [2, 3],
    ]);
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('Weights changed in 2 campaigns'));
    toasts.at(-1)?.action?.onSelect();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual([
      {
        id: 1,
        version: 4,
        weights: [
          { place: '0:2', weight: 50 },
          { place: '0:1', weight: 50 },
        ],
      },
      {
        id: 2,
        version: 4,
        weights: [
          { place: '0:2', weight: 10 },
          { place: '0:1', weight: 90 },
        ],
      },
    ]);
  });

  it('weights of one campaign: only what was typed is sent', async () => {
    const view = await openCampaigns(
      {
        campaigns: [campaign(1, { destinations: split(50, 50) })],
        setUp: (server) =>
          server.on(campaignListApi.views, () =>
            answered(campaignListApi.views, {
              data: [
                {
                  ...{ id: 5, name: 'Splits', search: '', is_shared: false, is_own: true },
                  layout: { columns: [{ id: 'weights' }], rules: [] },
                  created_at: '2026-01-01T00:00:00.000Z',
                },
              ],
            }),
          ),
      },
      '/en/campaign?view=5',
    );
    const { user, server, account } = view;
    const sent = keepWeights(server, account);
    const edit = await screen.findByRole('button', { name: 'Edit weights: Campaign 1' });
    expect(edit).toHaveTextContent('50:50');
    await user.click(edit);
    const field = await screen.findByRole('textbox', { name: 'Weight: New lander' });
    await user.clear(field);
    expect(field).toBeInvalid();
    await user.type(field, '150{Enter}');
    await waitFor(() => expect(sent).toEqual([[{ id: 1, version: 3, weights: [{ place: '0:2', weight: 150 }] }]]));
    await waitFor(async () =>
      expect(await screen.findByRole('button', { name: 'Edit weights: Campaign 1' })).toHaveTextContent('50:150'),
    );
  });
});
