import { type AccountDomain, domainsApi } from '@poklik/contract/domains';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { failed, GIVEN, OWN } from './domains.fixture.ts';
import { OperatorDomainsPage } from './operator-domains-page.tsx';

const ROW: AccountDomain = { ...OWN, account: { id: 7, owner: 'owner@shop.example' } };

const open = (setUp: Parameters<typeof openScreen>[1], isOn = true) =>
  openScreen(<OperatorDomainsPage views={null} isOn={isOn} />, setUp, { namespaces: ['domains'] });
const act = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions: go.shop.example' }));
  await user.click(await screen.findByRole('menuitem', { name }));
};

describe('domains of all accounts', () => {
  itHasListStates({
    open,
    endpoint: domainsApi.all,
    filled: { answer: pageOf(ROW), says: 'owner@shop.example' },
    empty: { answer: pageOf<AccountDomain>(), says: 'No domains yet' },
  });

  it('are suspended with a reason and lifted again', async () => {
    let row = ROW;
    let reason: unknown;
    const { user } = await open((server) => {
      server.on(domainsApi.all, () => answered(domainsApi.all, pageOf(row)));
      server.on(domainsApi.suspend, ({ body }) => {
        reason = body;
        row = { ...ROW, status: 'suspended', suspended_reason: 'Malware' };
        return answered(domainsApi.suspend, { message: 'ok' });
      });
      server.on(domainsApi.lift, () => {
        row = ROW;
        return answered(domainsApi.lift, { message: 'ok' });
      });
    });
    await act(user, 'Suspend');
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend go.shop.example?' }));
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Malware{Enter}');
    expect(await screen.findByText('Malware')).toBeVisible();
    expect(reason).toEqual({ reason: 'Malware' });
    await act(user, 'Lift suspension');
    await user.click(
      within(await screen.findByRole('dialog', { name: /Lift the suspension/ })).getByRole('button', {
        name: 'Lift suspension',
      }),
    );
    expect(await screen.findByText('Active')).toBeVisible();
  });

  it('show the first check that failed and are removed, but given ones are not', async () => {
    const broken = { ...ROW, status: 'failing' as const, checks: { ...ROW.checks, dns: failed('Wrong address.') } };
    let rows: AccountDomain[] = [broken, { ...GIVEN, account: ROW.account }];
    const { user } = await open((server) => {
      server.on(domainsApi.all, () => answered(domainsApi.all, pageOf(...rows)));
      server.on(domainsApi.removeAny, () => {
        rows = rows.slice(1);
        return answered(domainsApi.removeAny, { message: 'ok' });
      });
    });
    expect(await screen.findByText('Wrong address.')).toBeVisible();
    await act(user, 'Remove');
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Remove go.shop.example?' })).getByRole('button', {
        name: 'Remove',
      }),
    );
    await waitFor(() => expect(screen.queryByText('go.shop.example')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Actions: abc.track.example' }));
    expect(await screen.findByRole('menuitem', { name: 'Suspend' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Remove' })).not.toBeInTheDocument();
  });

  it('say what to set when they are off', async () => {
    await open(() => {}, false);
    expect(await screen.findByText(/set TRACKING_ZONE/)).toBeVisible();
  });
});
