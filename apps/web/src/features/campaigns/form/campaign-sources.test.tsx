import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Campaign, type CampaignBody, campaignsApi, type OutgoingPostback } from '@poklik/contract/campaigns';
import { outgoingApi } from '@poklik/contract/outgoing';
import { profileApi } from '@poklik/contract/profile';
import { TRAFFIC_SOURCE_CATALOGUE } from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { campaignOptions, newCampaign } from '../../../testing/campaign.ts';
import { answered, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { settingsOf } from './campaign-values.ts';

const SOURCES = TRAFFIC_SOURCE_CATALOGUE.map((source, place) => ({
  ...source,
  ...{ id: place + 1, is_own: false, is_shipped: true, is_hidden: false, updated_at: '2026-11-13T10:00:00.000Z' },
}));
const taboola = SOURCES.find(({ code }) => code === 'taboola');

async function open(changes: Partial<Campaign>) {
  const server = fakeServer();
  const saved: CampaignBody[] = [];
  const secrets: unknown[] = [];
  const campaign: Campaign = { ...newCampaign(5, 'Summer'), ...changes };
  const permissions = ['campaigns:read', 'campaigns:write', 'connections:write'] as const;
  server.on(profileApi.get, () =>
    answered(profileApi.get, buildProfile({ locale: 'en', permissions: [...permissions] })),
  );
  for (const endpoint of [campaignOptionsApi.countries, campaignOptionsApi.languages])
    server.on(endpoint, () => answered(endpoint, { data: [{ code: 'DE', name: 'Germany' }] }));
  server.on(campaignsApi.update, ({ body }) => {
    saved.push(body as CampaignBody);
    return answered(campaignsApi.update, { data: { ...campaign, ...(body as object), version: 2 } });
  });
  server.on(outgoingApi.secrets, () => answered(outgoingApi.secrets, { data: [] }));
  server.on(outgoingApi.saveSecret, ({ body }) => {
    secrets.push(body);
    return answered(outgoingApi.saveSecret, { data: { name: 'token', updated_at: '2026-11-13T10:00:00.000Z' } });
  });
  server.on(outgoingApi.test, ({ body }) => {
    const { postback } = body as { postback: { url: string; body: string } };
    const request = { url: postback.url, headers: [], body: postback.body };
    return answered(outgoingApi.test, {
      data: { request: { ...request, method: 'POST', body_type: 'json' }, skipped: null, missing_secrets: ['token'] },
    });
  });
  const options = { ...campaignOptions, traffic_sources: SOURCES };
  await renderAt(
    <CampaignForm campaign={campaign} initial={settingsOf(campaign)} options={options} onSaved={() => undefined} />,
    { language: 'en' },
  );
  await loadNamespaces(['campaigns']);
  const user = userEvent.setup({ delay: null });
  for (const section of [/^Traffic source/, /^Postbacks/])
    await user.click((await screen.findAllByRole('button', { name: section }))[0] as HTMLElement);
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    return saved[0] as CampaignBody;
  };
  return { user, save, saved, secrets };
}

const oldTaboola = {
  ...{ traffic_source: 'taboola', params: taboola?.params ?? [], cost_param: 'cost', cost_macro: '{cpc}' },
  ...{ external_id_param: 'tblci', external_id_macro: '{click_id}' },
};

describe('a template that changed since the campaign copied it', () => {
  it('is offered as a diff and applied', async () => {
    const { user, save } = await open(oldTaboola);
    expect(await screen.findByText('The “Taboola” template has changed since this campaign copied it.')).toBeVisible();
    expect(screen.getByText('− {cpc}')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use new template' }));
    expect(screen.queryByText('− {cpc}')).toBeNull();
    expect(await save()).toMatchObject({ cost_param: null, cost_macro: '', traffic_source_revision: 1 });
  });

  it('can be declined for good', async () => {
    const { user, save } = await open(oldTaboola);
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    expect(screen.queryByText('− {cpc}')).toBeNull();
    expect(await save()).toMatchObject({ cost_param: 'cost', cost_macro: '{cpc}', traffic_source_revision: 1 });
  });

  it('is not offered again', async () => {
    await open({ ...oldTaboola, traffic_source_revision: 1 });
    expect(screen.queryByRole('button', { name: 'Use new template' })).toBeNull();
  });
});

const jsonPostback: OutgoingPostback = {
  ...{ name: 'Events', url: 'https://source.test/', method: 'POST', statuses: ['approved'], types: [], share: 100 },
  ...{ headers: [], body_type: 'json', body: '{"v":{payout}}' },
};

describe('an outgoing postback', () => {
  it('of the source is added from its template', async () => {
    const { user, save } = await open({ traffic_source: 'taboola', traffic_source_revision: 1 });
    await user.click(await screen.findByRole('button', { name: 'Add postback of Taboola' }));
    expect(screen.getByLabelText('Postback name 1')).toHaveValue('Taboola');
    expect(screen.getByLabelText('Postback URL 1')).toHaveValue(taboola?.outgoing_url);
    fireEvent.change(screen.getByLabelText(/^Conversion types/), { target: { value: 'deposit, Sale' } });
    expect((await save()).outgoing_postbacks).toMatchObject([
      { name: 'Taboola', method: 'GET', types: ['deposit', 'sale'], share: 100, headers: [], body_type: 'none' },
    ]);
  });

  it('shows its request once the body is valid JSON', async () => {
    const { user } = await open({ outgoing_postbacks: [jsonPostback] });
    await user.click(screen.getByRole('button', { name: 'Show request' }));
    expect(await screen.findByText(/must be valid JSON/)).toBeVisible();
    fireEvent.change(screen.getByLabelText(/^Body template/), { target: { value: '{"v":{payout:number}}' } });
    await user.click(screen.getByRole('button', { name: 'Show request' }));
    expect(await screen.findByText('These secrets have no value yet: {secret.token}')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Request' })).toHaveValue(
      'POST https://source.test/\n\n{"v":{payout:number}}',
    );
  });

  it('reads secrets, which are saved without the campaign', async () => {
    const { user, saved, secrets } = await open({});
    await user.click(screen.getByRole('button', { name: 'Secrets' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Secrets' }));
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'token' } });
    fireEvent.change(dialog.getByLabelText(/^Value/), { target: { value: 'S3cret' } });
    await user.click(dialog.getByRole('button', { name: 'Save secret' }));
    await waitFor(() => expect(secrets).toEqual([{ name: 'token', value: 'S3cret' }]));
    expect(saved).toEqual([]);
  });
});
