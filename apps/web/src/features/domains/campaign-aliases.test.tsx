import { domainsApi, type LinkAlias } from '@poklik/contract/domains';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { CampaignAliases } from './campaign-aliases.tsx';
import { GIVEN, OWN } from './domains.fixture.ts';

const open = (domains: (typeof GIVEN)[], saved: LinkAlias[] = []) =>
  openScreen(
    <CampaignAliases campaignId={5} />,
    (server) => {
      server.on(domainsApi.list, () => answered(domainsApi.list, { data: domains }));
      server.on(domainsApi.aliases, () => answered(domainsApi.aliases, { data: saved }));
    },
    { profile: { permissions: ['campaigns:read', 'campaigns:write'] }, namespaces: ['domains'] },
  );

describe('short links of a campaign', () => {
  it('need an own domain', async () => {
    await open([GIVEN]);
    expect(await screen.findByRole('link', { name: 'View domains' })).toHaveAttribute(
      'href',
      '/en/campaign?tab=domains',
    );
    expect(screen.queryByRole('button', { name: 'Add short link' })).not.toBeInTheDocument();
  });

  it('are saved with Enter; a taken name is shown at its field', async () => {
    const { server, user } = await open([GIVEN, OWN]);
    let sent: unknown;
    server.on(domainsApi.setAliases, () =>
      errorResponse('alias_taken', 'Taken.', { 'aliases.0.alias': ['This name is taken'] }),
    );
    await user.click(await screen.findByRole('button', { name: 'Add short link' }));
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'Sale{Enter}');
    expect(await screen.findByText('This name is taken')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy http://go.shop.example/sale' })).toBeVisible();

    server.on(domainsApi.setAliases, ({ body }) => {
      sent = body;
      return answered(domainsApi.setAliases, { data: [{ domain_id: 2, alias: 'sale' }] });
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual({ aliases: [{ domain_id: 2, alias: 'sale' }] }));
  });

  it('can all be removed', async () => {
    const { server, user } = await open([GIVEN, OWN], [{ domain_id: 2, alias: 'sale' }]);
    let sent: unknown;
    server.on(domainsApi.setAliases, ({ body }) => {
      sent = body;
      return answered(domainsApi.setAliases, { data: [] });
    });
    await user.click(await screen.findByRole('button', { name: 'Remove short link 1' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual({ aliases: [] }));
  });
});
