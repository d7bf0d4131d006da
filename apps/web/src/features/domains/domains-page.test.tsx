import { domainsApi } from '@poklik/contract/domains';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen } from '../../testing/screen.tsx';
import { showToastsWith, type Toast } from '../../ui/toast/toast.ts';
import { GIVEN, OWN, PENDING } from './domains.fixture.ts';
import { DomainsPage } from './domains-page.tsx';

const toasts: Toast[] = [];
beforeEach(() => {
  toasts.length = 0;
  showToastsWith((toast) => toasts.push(toast));
});

const open = (setUp: Parameters<typeof openScreen>[1], permissions = ['campaigns:read', 'campaigns:write'] as const) =>
  openScreen(<DomainsPage views={<nav aria-label="Views" />} />, setUp, {
    profile: { permissions: [...permissions] },
    namespaces: ['domains'],
  });

const list = (...data: (typeof GIVEN)[]) => answered(domainsApi.list, { data });
const card = async (name: string) => within(await screen.findByRole('article', { name }));

describe('domains of an account', () => {
  itHasListStates({
    open,
    endpoint: domainsApi.list,
    filled: { answer: { data: [GIVEN, OWN] }, says: 'go.shop.example' },
  });

  it('show the record to copy and what every check found', async () => {
    await open((server) => server.on(domainsApi.list, () => list(GIVEN, PENDING)));
    const own = await card('go.shop.example');
    expect(own.getByText('Waiting for DNS')).toBeVisible();
    expect(own.getByRole('textbox', { name: 'CNAME: value' })).toHaveValue('value.in.track.example');
    const checks = within(own.getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
    expect(checks.map(({ textContent }) => textContent)).toEqual([
      'Ownership failedChange it to value.in.track.example.',
      'DNS points here waitingNot checked yet.',
      'Reachable waitingNot checked yet.',
      'Certificate waitingNot checked yet.',
    ]);
    expect((await card('abc.track.example')).queryByText('DNS record')).not.toBeInTheDocument();
  });

  it('are added with Enter; an error keeps the input', async () => {
    let domains = [GIVEN];
    const { server, user } = await open((each) => {
      each.on(domainsApi.list, () => list(...domains));
      each.on(domainsApi.create, () =>
        errorResponse('domain_invalid', 'This can’t be a tracking domain.', { host: ['Enter the domain only'] }),
      );
    });
    await user.click(await screen.findByRole('button', { name: 'Add domain' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add domain' }));
    await user.type(dialog.getByRole('textbox', { name: 'Domain' }), 'https://go.shop.example{Enter}');
    expect(await dialog.findByText('Enter the domain only')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Domain' })).toHaveValue('https://go.shop.example');

    server.on(domainsApi.create, ({ body }) => {
      expect(body).toEqual({ host: 'go.shop.example' });
      domains = [GIVEN, PENDING];
      return answered(domainsApi.create, { data: PENDING });
    });
    await user.clear(dialog.getByRole('textbox', { name: 'Domain' }));
    await user.type(dialog.getByRole('textbox', { name: 'Domain' }), 'go.shop.example{Enter}');
    expect(await card('go.shop.example')).toBeDefined();
  });

  it('turn green when checked', async () => {
    let domain = PENDING;
    const { user } = await open((server) => {
      server.on(domainsApi.list, () => list(GIVEN, domain));
      server.on(domainsApi.check, () => {
        domain = OWN;
        return answered(domainsApi.check, { data: OWN });
      });
    });
    await user.click((await card('go.shop.example')).getByRole('button', { name: 'Check now' }));
    await waitFor(async () => expect((await card('go.shop.example')).getByText('Active')).toBeVisible());
  });

  it('redirect from their root after the URL is given', async () => {
    let saved: unknown;
    const { user } = await open((server) => {
      server.on(domainsApi.list, () => list(GIVEN, OWN));
      server.on(domainsApi.update, ({ body }) => {
        saved = body;
        return answered(domainsApi.update, { data: OWN });
      });
    });
    await user.click((await card('go.shop.example')).getByRole('button', { name: 'Actions: go.shop.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Settings…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings: go.shop.example' }));
    await user.click(dialog.getByRole('radio', { name: 'Redirect' }));
    await user.type(dialog.getByRole('textbox', { name: /Redirect to/ }), 'https://shop.example/{Enter}');
    await waitFor(() =>
      expect(saved).toEqual({
        root_mode: 'redirect',
        root_text: '',
        root_url: 'https://shop.example/',
        not_found_url: null,
      }),
    );
  });

  it('are removed after another domain is chosen for their campaigns', async () => {
    let query = '';
    let domains = [GIVEN, { ...OWN, campaigns: 2 }];
    const { user } = await open((server) => {
      server.on(domainsApi.list, () => list(...domains));
      server.on(domainsApi.remove, (received) => {
        query = received.query.toString();
        domains = [GIVEN];
        return answered(domainsApi.remove, { message: 'Domain removed.' });
      });
    });
    await user.click((await card('go.shop.example')).getByRole('button', { name: 'Actions: go.shop.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove domain' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove go.shop.example?' }));
    expect(dialog.getByText('Domain for its 2 campaigns')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove domain' }));
    await waitFor(() => expect(toasts).toContainEqual(expect.objectContaining({ message: 'Domain removed.' })));
    expect(query).toBe('move_to=1');
    expect(screen.queryByRole('article', { name: 'go.shop.example' })).not.toBeInTheDocument();
  });

  it('become the default for new campaigns', async () => {
    let saved: unknown;
    const { user } = await open((server) => {
      server.on(domainsApi.list, () => list(GIVEN, OWN));
      server.on(domainsApi.update, ({ body }) => {
        saved = body;
        return answered(domainsApi.update, { data: OWN });
      });
    });
    await user.click((await card('go.shop.example')).getByRole('button', { name: 'Actions: go.shop.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Use for new campaigns' }));
    await waitFor(() => expect(saved).toEqual({ is_default: true }));
  });

  it('say why they are suspended', async () => {
    const suspended = { ...OWN, status: 'suspended' as const, suspended_reason: 'Malware' };
    await open((server) => server.on(domainsApi.list, () => list(GIVEN, suspended)));
    const own = await card('go.shop.example');
    expect(own.getByText('Suspended: Malware')).toBeVisible();
    expect(own.queryByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
  });
});
