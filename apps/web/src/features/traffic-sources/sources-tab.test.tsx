import { type TrafficSource, trafficSourcesApi } from '@poklik/contract/traffic-sources';
import { TRAFFIC_SOURCE_CATALOGUE } from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen } from '../../testing/screen.tsx';
import { SourcesTab } from './sources-tab.tsx';

const SOURCES: TrafficSource[] = TRAFFIC_SOURCE_CATALOGUE.map((source, place) => ({
  ...source,
  ...{ id: place + 1, is_own: false, is_shipped: true, is_hidden: false, updated_at: '2026-11-13T10:00:00.000Z' },
}));
const OWN: TrafficSource = { ...(SOURCES[0] as TrafficSource), id: 900, name: 'Mine', is_own: true, is_shipped: false };

const open = (
  setUp: Parameters<typeof openScreen>[1],
  permissions: readonly ('connections:write' | 'instructions:write')[] = ['connections:write'],
) =>
  openScreen(<SourcesTab title="Guides" views={null} />, setUp, {
    profile: { permissions: [...permissions] },
    namespaces: ['instructions', 'traffic_sources', 'campaigns'],
    at: '/en/instructions?tab=sources',
  });
const listing = (...sources: TrafficSource[]) => answered(trafficSourcesApi.list, { data: sources });
const entry = async (name: string) => {
  const found = (await screen.findByRole('heading', { name })).closest('li');
  if (!found) throw new Error(`no entry ${name}`);
  return within(found);
};

describe('traffic sources', () => {
  itHasListStates({
    open,
    endpoint: trafficSourcesApi.list,
    filled: { answer: { data: SOURCES }, says: 'Adsterra' },
    empty: { answer: { data: [] }, says: 'No sources found' },
  });

  it('say what to check with the source, and which have no cost', async () => {
    await open((server) => server.on(trafficSourcesApi.list, () => listing(...SOURCES)));
    expect((await entry('PopAds')).getByText('Check with the source')).toBeVisible();
    const taboola = await entry('Taboola');
    expect(taboola.getByText(/^Check with the source: campaign_item_id/)).toBeVisible();
    expect(taboola.getByText(/^No cost in the link/)).toBeVisible();
    expect((await entry('Adsterra')).getByText(/campaign_id=##CAMPAIGN_ID##/)).toBeVisible();
  });

  it('of the operator cannot be edited by customers, their own can', async () => {
    await open((server) => server.on(trafficSourcesApi.list, () => listing(OWN, ...SOURCES.slice(0, 2))));
    await entry('Mine');
    expect(screen.getAllByRole('button', { name: /^Actions/ })).toHaveLength(1);
  });

  it('are added with their parameters, and refused input stays', async () => {
    const sent: unknown[] = [];
    const { user } = await open((server) => {
      server.on(trafficSourcesApi.list, () => listing());
      server.on(trafficSourcesApi.create, ({ body }) => {
        sent.push(body);
        return answered(trafficSourcesApi.create, { data: OWN });
      });
    });
    await user.click((await screen.findAllByRole('button', { name: 'Add source' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add source' }));
    await user.type(dialog.getByLabelText(/^Name/), 'Nativka');
    await user.click(dialog.getByRole('button', { name: 'Add parameter' }));
    const [parameter] = dialog.getAllByLabelText(/^Parameter/);
    const [macro] = dialog.getAllByLabelText(/^Source macro/);
    await user.type(parameter as HTMLElement, 'zone');
    await user.type(macro as HTMLElement, '#ZONE#');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/Don’t use spaces, quotes/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(macro as HTMLElement);
    await user.type(macro as HTMLElement, '##ZONE##');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { name: 'Nativka', params: [{ name: 'zone', macro: '##ZONE##', sub: 'sub1' }], outgoing_url: null },
      ]),
    );
  });
});
