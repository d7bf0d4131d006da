import { type Connection, connectionsApi } from '@poklik/contract/connections';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { ConnectionsTab } from './connections-tab.tsx';

const CONNECTION: Connection = {
  ...{ id: 4, name: 'Main pixel', platform: 'meta', account: '42', manager_account: null, client_id: null },
  ...{
    test_code: null,
    page_url: null,
    is_test: false,
    events: [{ type: 'lead', event: 'Lead' }],
    statuses: ['approved'],
  },
  ...{ is_active: true, credentials: ['access_token'], file_url: null, campaigns: 2 },
  ...{ created_at: '2026-11-13T10:00:00.000Z' },
};

const open = (
  setUp: Parameters<typeof openScreen>[1],
  permissions = ['campaigns:read', 'connections:write'] as const,
) =>
  openScreen(
    <ConnectionsTab title="Conversions" views={null} />,
    (server) => {
      server.on(connectionsApi.list, () => answered(connectionsApi.list, pageOf(CONNECTION)));
      setUp(server);
    },
    {
      profile: { permissions: [...permissions] },
      namespaces: ['conversions', 'connections'],
      at: '/en/conversions?tab=connections',
    },
  );

describe('connections', () => {
  itHasListStates({
    open,
    endpoint: connectionsApi.list,
    filled: { answer: pageOf(CONNECTION), says: 'Main pixel' },
    empty: { answer: pageOf<Connection>(), says: 'No connections yet' },
  });

  it('searches by name', async () => {
    const asked: string[] = [];
    const { user } = await open((server) =>
      server.on(connectionsApi.list, ({ query }) => {
        asked.push(query.toString());
        return answered(connectionsApi.list, pageOf(CONNECTION));
      }),
    );
    await screen.findByText('Main pixel');
    await user.type(screen.getByRole('searchbox'), 'net');
    await waitFor(() => expect(asked.at(-1)).toContain('search=net'));
  });

  it('asks for what the platform needs, and keeps what was typed when a field is rejected', async () => {
    const bodies: unknown[] = [];
    const { user } = await open((server) => {
      server.on(connectionsApi.create, ({ body }) => {
        bodies.push(body);
        if (bodies.length === 1) return errorResponse('name_taken', 'Taken', { name: ['You already have one'] });
        return answered(connectionsApi.create, { data: CONNECTION });
      });
    });
    await user.click(await screen.findByRole('button', { name: /Add connection/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Main pixel');
    await user.type(dialog.getByRole('textbox', { name: /^Pixel ID/ }), '42');
    await user.type(dialog.getByLabelText(/^Access token/), 'hidden');
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('You already have one')).toBeVisible();
    expect(dialog.getByLabelText(/^Access token/)).toHaveValue('hidden');
    await user.click(dialog.getByRole('button', { name: 'Add connection' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies[1]).toMatchObject({
      ...{ name: 'Main pixel', platform: 'meta', account: '42', test_code: null, client_id: null },
      ...{ credentials: { access_token: 'hidden' }, events: [{ type: 'lead', event: 'Lead' }] },
    });
  });

  it('gives the address of the file that Google Ads fetches', async () => {
    const file_url = 'https://app.test/v1/connections/files/4-key/conversions.csv';
    const file: Connection = { ...CONNECTION, platform: 'google_file', account: '', credentials: [], file_url };
    const { user } = await open((server) => {
      server.on(connectionsApi.list, () => answered(connectionsApi.list, pageOf(file)));
    });
    expect(await screen.findByText('Google Ads CSV')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions for Main pixel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('textbox', { name: 'Address of the file' })).toHaveValue(file_url);
    expect(dialog.queryByRole('textbox', { name: /ID$/ })).toBeNull();
    expect(dialog.getByLabelText('Conversion action')).toHaveValue('Lead');
  });

  it('keeps credentials that are left empty', async () => {
    let saved: unknown;
    const { user } = await open((server) => {
      server.on(connectionsApi.update, ({ body }) => {
        saved = body;
        return answered(connectionsApi.update, { data: CONNECTION });
      });
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Main pixel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Set. Leave empty to keep it.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toMatchObject({ name: 'Main pixel', credentials: {} }));
  });

  it('shows the request, or why there is none', async () => {
    const { user } = await open((server) => {
      server.on(connectionsApi.test, () =>
        answered(connectionsApi.test, { data: { request: null, skipped: 'consent_denied' } }),
      );
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Main pixel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'View request' }));
    expect(await screen.findByText(/isn’t sent.*The visitor refused/)).toBeVisible();
  });

  it('has no actions for readers', async () => {
    await open(() => undefined, ['campaigns:read'] as never);
    expect(await screen.findByText('Main pixel')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Add connection|Actions/ })).toBeNull();
  });
});
