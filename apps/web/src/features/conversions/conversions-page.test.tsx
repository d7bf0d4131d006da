import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { type Conversion, conversionsApi, type Postback } from '@poklik/contract/conversions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { ConversionsPage } from './conversions-page.tsx';

const CONVERSION: Conversion = {
  id: '0198c0de000070008000000000000001',
  click_id: '0198c0de000070008000000000000002',
  campaign: { id: 5, name: 'Summer' },
  type: 'sale',
  status: 'pending',
  original_status: 'hold',
  transaction_id: 'T-1',
  payout: '25.00',
  refunded: '0.00',
  currency: 'USD',
  revenue: '25.00',
  param1: '',
  param2: '',
  param3: '',
  param4: '',
  param5: '',
  params: [],
  source: 'postback',
  click_at: '2026-02-03T14:00:00.000Z',
  received_at: '2026-02-03T14:05:00.000Z',
  time_to_convert: 300,
  country: 'UA',
  device: 'desktop',
  os: 'windows',
  browser: 'chrome',
  language: 'uk',
  subs: [],
};
const found = (...rows: Conversion[]) => ({ ...pageOf(...rows), totals: [] });

const openAt = (search: string) => (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(
    <ConversionsPage Costs={() => null} Networks={() => null} Connections={() => null} />,
    (server) => {
      server.on(campaignsApi.list, () => answered(campaignsApi.list, { ...pageOf<Campaign>(), totals: null }));
      setUp(server);
    },
    {
      profile: { permissions: ['conversions:read', 'conversions:write', 'campaigns:read'] },
      namespaces: ['conversions', 'statistics', 'report_toolbar', 'campaigns'],
      at: `/en/conversions${search}`,
    },
  );
const open = openAt('');

describe('conversion list', () => {
  itHasListStates({
    open,
    endpoint: conversionsApi.list,
    filled: { answer: found(CONVERSION), says: 'T-1' },
    empty: { answer: found(), says: 'No conversions yet' },
  });

  it('says when nothing matches, and resets filters on request', async () => {
    const { search, user } = await openAt('?status=rejected')((server) =>
      server.on(conversionsApi.list, ({ query }) =>
        answered(conversionsApi.list, query.has('status') ? found() : found(CONVERSION)),
      ),
    );
    const nothing = await screen.findByRole('region', { name: 'Conversions' });
    await user.click(await within(nothing).findByRole('button'));
    expect(await screen.findByText('T-1')).toBeVisible();
    expect(search()).toBe('');
  });

  it('adds a conversion manually; an error keeps the form', async () => {
    let rows: Conversion[] = [];
    let sent: unknown;
    const { server, user } = await open((each) => {
      each.on(conversionsApi.list, () => answered(conversionsApi.list, found(...rows)));
      each.on(conversionsApi.create, () =>
        errorResponse('invalid_request', 'Check the highlighted fields.', { click_id: ['Click not found'] }),
      );
    });
    await user.click(await screen.findByRole('button', { name: 'Add conversion' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add conversion' }));
    const click = form.getByRole('textbox', { name: /Click ID/ });
    await user.click(click);
    await user.paste(CONVERSION.click_id);
    await user.click(form.getByRole('button', { name: 'Add conversion' }));
    await waitFor(() => expect(click).toHaveAccessibleDescription(/Click not found/));
    expect(click).toHaveValue(CONVERSION.click_id);

    server.on(conversionsApi.create, ({ body }) => {
      sent = body;
      rows = [CONVERSION];
      return answered(conversionsApi.create, { data: CONVERSION });
    });
    await user.click(form.getByRole('button', { name: 'Add conversion' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject({ click_id: CONVERSION.click_id, type: 'lead', status: 'approved' });
    expect(screen.getByText('T-1')).toBeVisible();
  });

  it('changes the status of selected conversions after a confirmation with count and amount', async () => {
    let conversion = CONVERSION;
    const { server, user } = await open((each) => {
      each.on(conversionsApi.list, () => answered(conversionsApi.list, found(conversion)));
      each.on(conversionsApi.bulk, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    });
    await user.click(await screen.findByRole('checkbox', { name: /Summer/ }));
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 1 conversion to “Approved”?' }));
    expect(dialog.getByText(/25\.00/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    server.on(conversionsApi.bulk, () => {
      conversion = { ...CONVERSION, status: 'approved' };
      return answered(conversionsApi.bulk, { message: 'ok', data: { changed: 1 } });
    });
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('row', { name: /Summer/ })).toHaveTextContent('Approved');
  });
});

describe('postback log', () => {
  itHasListStates({
    open: openAt('?tab=inbox'),
    endpoint: conversionsApi.postbacks,
    filled: {
      answer: pageOf<Postback>({
        id: '0198c0de000070008000000000000003',
        campaign: { id: 5, name: 'Summer' },
        click_id: CONVERSION.click_id,
        received_at: '2026-02-03T14:05:00.000Z',
        method: 'GET',
        ip: '203.0.113.7',
        raw_query: 'click_id=1',
        source: 'postback',
        verdict: 'unknown_click',
        conversion_id: null,
        network: null,
        is_waiting: false,
      }),
      says: 'Summer',
    },
    empty: { answer: pageOf<Postback>(), says: 'No postbacks yet' },
  });
});
