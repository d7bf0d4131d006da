import { conversionsApi, type Postback } from '@poklik/contract/conversions';
import { networkTemplatesApi } from '@poklik/contract/network-templates';
import { type Network, networksApi } from '@poklik/contract/networks';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { NetworksTab } from './networks-tab.tsx';

const NETWORK: Network = {
  id: 4,
  name: 'Strange net',
  template: null,
  key: 'secret',
  postback_url: 'https://t.example/postback/n/secret?cid={click_id}',
  previous_key_until: null,
  click_param: 'sub1',
  mapping: { params: {}, statuses: [], types: [], default_status: null },
  ips: [],
  signature: null,
  default_currency: null,
  notes: '',
  campaigns: 2,
  health: {
    state: 'refusing',
    last_postback_at: '2026-11-13T10:00:00.000Z',
    postbacks_24h: 7,
    postbacks: 40,
    rejected: 12,
    rejected_by: [{ verdict: 'no_click_id', postbacks: 12 }],
  },
  created_at: '2026-11-13T10:00:00.000Z',
};
const POSTBACK: Postback = {
  ...{ id: 'a', campaign: null, network: { id: 4, name: 'Strange net' }, click_id: '', method: 'GET', ip: '192.0.2.1' },
  ...{ received_at: '2026-11-13T10:00:00.000Z', raw_query: 'ref=abc&geld=2.5&status=2&sig=***', source: 'postback' },
  ...{ verdict: 'no_click_id', conversion_id: null, is_waiting: false },
};
const account = { postback_url: 'https://t.example/postback/a/account', previous_key_until: null };
const listed = (...rows: Network[]) => ({ ...pageOf(...rows), account });

const open = (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(
    <NetworksTab title="Conversions" views={null} />,
    (server) => {
      server.on(networksApi.list, () => answered(networksApi.list, listed(NETWORK)));
      server.on(networkTemplatesApi.templates, () => answered(networkTemplatesApi.templates, { data: [] }));
      server.on(conversionsApi.postbacks, () => answered(conversionsApi.postbacks, pageOf(POSTBACK)));
      setUp(server);
    },
    {
      profile: { permissions: ['networks:read', 'networks:write'] },
      namespaces: ['conversions', 'networks'],
      at: '/en/conversions?tab=networks',
    },
  );

describe('networks', () => {
  itHasListStates({
    open,
    endpoint: networksApi.list,
    filled: { answer: listed(NETWORK), says: 'Strange net' },
    empty: { answer: listed(), says: 'No networks yet' },
  });

  it('searches by name', async () => {
    const asked: string[] = [];
    const { user } = await open((server) =>
      server.on(networksApi.list, ({ query }) => {
        asked.push(query.toString());
        return answered(networksApi.list, listed(NETWORK));
      }),
    );
    await screen.findByText('Strange net');
    await user.type(screen.getByRole('searchbox'), 'net');
    await waitFor(() => expect(asked.at(-1)).toContain('search=net'));
  });

  it('says how a network is, and why its postbacks are rejected', async () => {
    await open(() => undefined);
    const row = (await screen.findByText('Strange net')).closest('tr, li');
    expect(row).toHaveTextContent(/Rejecting/);
    expect(row).toHaveTextContent(/12 of 40.*No click ID: 12/);
    expect(screen.getByRole('textbox', { name: 'Postback URL of the account' })).toHaveValue(account.postback_url);
  });

  it('hides what only writers see', async () => {
    const hidden = { ...NETWORK, key: null, postback_url: null };
    await open((server) =>
      server.on(networksApi.list, () =>
        answered(networksApi.list, { ...listed(hidden), account: { ...account, postback_url: null } }),
      ),
    );
    expect(await screen.findByText('Strange net')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Add network|Actions|Copy/ })).not.toBeInTheDocument();
  });

  it('keeps the form after an error, and opens the part with the field', async () => {
    const { user } = await open((server) =>
      server.on(networksApi.create, () =>
        errorResponse('invalid_request', 'Check the highlighted fields.', {
          'mapping.params.payout': ['Enter the parameter’s name'],
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Add network' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add network' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Mine{Enter}');
    expect(await dialog.findByText('Enter the parameter’s name')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Mine');
  });

  it('checks a mapping before it is applied', async () => {
    const sent: unknown[] = [];
    const { user } = await open((server) =>
      server.on(networksApi.map, ({ body }) => {
        sent.push(body);
        const result = { id: 'a', received_at: POSTBACK.received_at, before: 'no_click_id', status: null } as const;
        return answered(networksApi.map, {
          data: { postbacks: [{ ...result, after: 'accepted' }], replayed: 1, mapping: NETWORK.mapping },
        });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Actions for Strange net' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Map parameters' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Map parameters of Strange net' }));
    const ref = await dialog.findByRole('combobox', { name: 'What ref is' });
    expect(dialog.getByRole('button', { name: 'Check postbacks' })).toBeDisabled();
    await user.selectOptions(ref, 'Click ID');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'What geld is' }), 'Payout');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'What 2 means' }), 'Rejected');
    expect(dialog.queryByRole('combobox', { name: 'What sig is' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Check postbacks' }));
    expect(await dialog.findByRole('list', { name: 'Then' })).toHaveTextContent(/Accepted\s*1/);
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const change = { fields: { click_id: 'ref', payout: 'geld' }, words: [{ word: '2', status: 'rejected' }] };
    expect(sent).toEqual([{ ...change, dry_run: true }, change]);
  });
});
