import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { type CostEntry, type CostPreview, costsApi } from '@poklik/contract/costs';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { CostsTab } from './costs-tab.tsx';

const ENTRY: CostEntry = {
  id: 7,
  campaign: { id: 5, name: 'Summer' },
  from: '2026-11-11T22:00:00.000Z',
  until: '2026-11-12T22:00:00.000Z',
  timezone: 'Europe/Kyiv',
  filters: [{ dimension: 'country', operator: 'in', values: ['UA'] }],
  amount: '131.40',
  currency: 'EUR',
  mode: 'set',
  kind: 'spend',
  spread: 'even',
  over: 'clicks',
  bots: 'share',
  source: 'csv',
  author: { id: 1, name: 'Olena' },
  note: 'Facebook',
  created_at: '2026-11-13T10:00:00.000Z',
  undone_at: null,
  undone_by: null,
  replaced_by: null,
  cost_before: '120.00',
  cost_after: '142.30',
  is_applied: true,
};
const PREVIEW: CostPreview = {
  ...{ verdict: 'ok', clicks: 1_200, unpriced_clicks: 40, cost_before: null, cost_after: '142.30', entry: null },
};

const open = (setUp: Parameters<typeof openScreen>[1], permissions = ['costs:read', 'costs:write'] as const) =>
  openScreen(
    <CostsTab title="Conversions" views={null} />,
    (server) => {
      server.on(costsApi.list, () => answered(costsApi.list, pageOf<CostEntry>()));
      server.on(campaignsApi.list, () => answered(campaignsApi.list, { ...pageOf<Campaign>(), totals: null }));
      setUp(server);
    },
    {
      profile: { permissions: [...permissions, 'campaigns:read'] },
      namespaces: ['conversions', 'costs', 'statistics'],
      at: '/en/conversions?tab=costs',
    },
  );

describe('costs', () => {
  itHasListStates({
    open,
    endpoint: costsApi.list,
    filled: { answer: pageOf(ENTRY), says: /131\.40/ },
    empty: { answer: pageOf<CostEntry>(), says: 'No cost corrections yet' },
  });

  it('says what an entry changed, where it came from and who added it', async () => {
    await open((server) => server.on(costsApi.list, () => answered(costsApi.list, pageOf(ENTRY))));
    const row = (await screen.findByText(/131\.40/)).closest('tr, li');
    expect(row).toHaveTextContent(/CSV, Olena/);
    expect(row).toHaveTextContent(/120\.00.*→.*142\.30/);
    expect(row).toHaveTextContent(/Europe\/Kyiv · Country = UA/);
  });

  it('undoes an entry after a confirmation', async () => {
    let entry = ENTRY;
    const { user } = await open((server) => {
      server.on(costsApi.list, () => answered(costsApi.list, pageOf(entry)));
      server.on(costsApi.undo, () => {
        entry = { ...ENTRY, undone_at: '2026-11-14T10:00:00.000Z' };
        return answered(costsApi.undo, { data: entry });
      });
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Undo the cost of/ }));
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('imports a file after a preview; Enter presses the main button', async () => {
    const runs: unknown[] = [];
    const report = {
      rows: 2,
      counts: { ok: 1, same: 1, no_clicks: 0, unknown_campaign: 0, too_old: 0, no_rate: 0, bad_row: 0 },
      totals: [{ currency: 'USD', amount: '5.00' }],
      examples: [{ line: 3, verdict: 'same' as const, reason: 'same', text: '5,2026-11-12,5' }],
    };
    const { user } = await open((server) =>
      server.on(costsApi.import, ({ body }) => {
        runs.push(body);
        return answered(costsApi.import, { data: report });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import costs' }));
    await user.click(dialog.getByRole('textbox'));
    await user.paste('campaign_id,date,amount\n5,2026-11-12,5');
    await user.click(dialog.getByRole('button', { name: 'Check file' }));
    expect(await dialog.findByText(/Line 3: Already there/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add 1 cost' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(runs).toMatchObject([{ dry_run: true }, { dry_run: false }]);
  });

  it('shows what a cost changes before it is saved; an error keeps the form', async () => {
    const sent: unknown[] = [];
    const { server, user } = await openScreen(
      <CostsTab title="Conversions" views={null} />,
      (each) => {
        each.on(costsApi.list, () => answered(costsApi.list, pageOf<CostEntry>()));
        each.on(campaignsApi.list, () => answered(campaignsApi.list, { ...pageOf<Campaign>(), totals: null }));
        each.on(campaignsApi.get, () => errorResponse('not_found', 'Not found.'));
        each.on(costsApi.create, () =>
          errorResponse('invalid_request', 'Check the highlighted fields.', {
            'entries.0.amount': ['Enter an amount such as 0.05'],
          }),
        );
      },
      {
        profile: { permissions: ['costs:read', 'costs:write', 'campaigns:read'] },
        namespaces: ['conversions', 'costs', 'statistics'],
        at: '/en/conversions?tab=costs&company_id=5',
      },
    );
    await user.click((await screen.findAllByRole('button', { name: 'Add cost' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add cost' }));
    const amount = dialog.getByRole('textbox', { name: /Amount/ });
    await user.type(amount, '1 131,40{Enter}');
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/such as 0\.05/));
    server.on(costsApi.create, ({ body }) => {
      sent.push(body);
      return answered(costsApi.create, { data: [PREVIEW] });
    });
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByText(/The cost of 40 clicks becomes known/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const entry = { campaign_id: 5, amount: '1131.40', mode: 'set', kind: 'spend' };
    expect(sent).toMatchObject([
      { entries: [entry], dry_run: true },
      { entries: [entry], dry_run: false },
    ]);
  });
});
