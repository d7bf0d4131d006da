import { type ApiToken, apiTokensApi } from '@poklik/contract/api-tokens';
import { campaignsApi } from '@poklik/contract/campaigns';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen } from '../../testing/screen.tsx';
import { ApiTokensPage } from './api-tokens-page.tsx';

const TOKEN: ApiToken = {
  id: 4,
  name: 'Nightly report',
  prefix: 'pk_abcd',
  scopes: ['statistics:read'],
  campaign_ids: null,
  ip_allow_list: null,
  expires_at: null,
  last_used_at: null,
  last_used_ip: null,
  created_by: { id: 7, name: 'Anna', email: 'anna@example.com' },
  created_at: '2026-02-03T14:05:00.000Z',
};
const limits = { tokens: 2, per_minute: 60 };
const list = (...data: ApiToken[]) => answered(apiTokensApi.list, { data, limits });

const open = (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(
    <ApiTokensPage />,
    (server) => {
      server.on(campaignsApi.list, () => errorResponse('unavailable', 'The examples do without a campaign.'));
      setUp(server);
    },
    {
      profile: { permissions: ['api_tokens:read', 'api_tokens:write', 'statistics:read'] },
      namespaces: ['api', 'team_users'],
    },
  );

describe('API token list', () => {
  itHasListStates({
    open,
    endpoint: apiTokensApi.list,
    filled: { answer: { data: [TOKEN], limits }, says: 'Nightly report' },
    empty: { answer: { data: [], limits }, says: 'No tokens yet' },
  });

  it('offers no new token at the limit', async () => {
    await open((server) => server.on(apiTokensApi.list, () => list(TOKEN, { ...TOKEN, id: 5, name: 'Second' })));
    expect(await screen.findByText(/limit of 2 tokens/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create token' })).not.toBeInTheDocument();
  });

  it('creates a token and shows its secret once; an error keeps the form', async () => {
    let tokens: ApiToken[] = [];
    const { server, user } = await open((each) => {
      each.on(apiTokensApi.list, () => list(...tokens));
      each.on(apiTokensApi.create, () => errorResponse('email_not_verified', 'Verify your email first.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Create token' }));
    const form = within(await screen.findByRole('dialog', { name: 'New token' }));
    await user.click(form.getByRole('textbox', { name: 'Name' }));
    await user.paste('Nightly report');
    await user.click(form.getByRole('button', { name: 'Create token' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Verify your email first.');
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Nightly report');

    server.on(apiTokensApi.create, () => {
      tokens = [TOKEN];
      return answered(apiTokensApi.create, { data: { ...TOKEN, token: 'pk_abcd_secret' } });
    });
    await user.click(form.getByRole('button', { name: 'Create token' }));
    const secret = within(await screen.findByRole('dialog', { name: 'Your new token' }));
    expect(secret.getByDisplayValue('pk_abcd_secret')).toBeVisible();
    expect(secret.getByRole('button', { name: 'Done' })).toBeDisabled();
    await user.click(secret.getByRole('checkbox', { name: 'I’ve saved the token' }));
    await user.click(secret.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByDisplayValue('pk_abcd_secret')).not.toBeInTheDocument());
    expect(screen.getByRole('row', { name: /Nightly report/ })).toBeVisible();
  });

  it('revokes a token after a confirmation that names it', async () => {
    let tokens = [TOKEN];
    const { user } = await open((server) => {
      server.on(apiTokensApi.list, () => list(...tokens));
      server.on(apiTokensApi.remove, () => {
        tokens = [];
        return answered(apiTokensApi.remove, { message: 'ok' });
      });
    });
    await user.click(await screen.findByRole('button', { name: 'Actions: Nightly report' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke “Nightly report”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Revoke token' }));
    expect(await screen.findByText('No tokens yet')).toBeVisible();
  });
});
