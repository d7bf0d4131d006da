import type { Endpoint } from '@poklik/contract/endpoint';
import { type NetworkTemplate, networkTemplatesApi } from '@poklik/contract/network-templates';
import { NETWORK_TEMPLATES } from '@poklik/domain/networks/network-templates';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen } from '../../testing/screen.tsx';
import { NetworkTemplatesTab } from './templates-tab.tsx';

const [FIRST, SECOND] = NETWORK_TEMPLATES as [NetworkTemplate, NetworkTemplate];
const CHANGED: NetworkTemplate = { ...SECOND, is_changed: true, is_hidden: true, notes: 'Ask Olha' };
const ADDED: NetworkTemplate = { ...FIRST, code: 'shared-new', name: 'Our own', is_shipped: false, notes: '' };

const open = (
  setUp: Parameters<typeof openScreen>[1],
  permissions: readonly ('networks:read' | 'instructions:write')[] = ['networks:read', 'instructions:write'],
) =>
  openScreen(<NetworkTemplatesTab title="Guides" views={null} />, setUp, {
    profile: { permissions: [...permissions] },
    namespaces: ['instructions', 'networks'],
    at: '/en/instructions?tab=networks',
  });
/** The server that stands in knows numbers in a path only. */
const at = <E extends Endpoint>(endpoint: E, { code }: NetworkTemplate) => ({
  ...endpoint,
  path: endpoint.path.replace('{template_code}', code),
});
const listing = (...templates: NetworkTemplate[]) => answered(networkTemplatesApi.templates, { data: templates });
const entry = async (name: string) => {
  const found = (await screen.findByRole('heading', { name })).closest('li');
  if (!found) throw new Error(`no entry ${name}`);
  return within(found);
};

describe('network templates', () => {
  itHasListStates({
    open,
    endpoint: networkTemplatesApi.templates,
    filled: { answer: { data: [...NETWORK_TEMPLATES] }, says: 'Affise' },
    empty: { answer: { data: [] }, says: 'No networks found' },
  });

  it('say what the network sends, and what to check', async () => {
    await open((server) => server.on(networkTemplatesApi.templates, () => listing(...NETWORK_TEMPLATES)));
    const affise = await entry('Affise');
    expect(affise.getByText(/click_id=\{sub1\} · payout=\{sum\}/)).toBeVisible();
    expect(affise.getByText('1 → Approved, 2 → Pending, 3 → Rejected, 5 → Pending')).toBeVisible();
    expect(screen.getAllByText('Check with the network').length).toBe(77 - 36);
  });

  it('have no actions for customers', async () => {
    await open((server) => server.on(networkTemplatesApi.templates, () => listing(FIRST, CHANGED)), ['networks:read']);
    await entry(FIRST.name);
    expect(screen.queryByRole('button', { name: /Add network|^Actions/ })).toBeNull();
  });

  it('that came with the program are restored, others deleted', async () => {
    let restored = 0;
    const { user } = await open((server) => {
      server.on(networkTemplatesApi.templates, () => listing(FIRST, CHANGED, ADDED));
      server.on(at(networkTemplatesApi.removeTemplate, CHANGED), () => {
        restored += 1;
        return answered(networkTemplatesApi.removeTemplate, { message: 'Network template is as it came.' });
      });
    });
    expect((await entry(CHANGED.name)).getByText('Changed')).toBeVisible();
    expect((await entry(CHANGED.name)).getByText('Ask Olha')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Actions for ${FIRST.name}` }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: /Restore|Delete/ })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: `Actions for ${CHANGED.name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Restore ${CHANGED.name}?` }));
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(restored).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Actions for Our own' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
  });

  it('are changed with what they had, and refused input stays', async () => {
    const sent: unknown[] = [];
    const { user } = await open((server) => {
      server.on(networkTemplatesApi.templates, () => listing(SECOND));
      server.on(at(networkTemplatesApi.changeTemplate, SECOND), ({ body }) => {
        sent.push(body);
        return answered(networkTemplatesApi.changeTemplate, { data: SECOND });
      });
    });
    await user.click(await screen.findByRole('button', { name: `Actions for ${SECOND.name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Edit ${SECOND.name}` }));
    const payout = dialog.getByLabelText(/^Payout/);
    await user.clear(payout);
    await user.type(payout, 'a b');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/without spaces, quotes/)).toBeVisible();
    expect(payout).toHaveValue('a b');
    expect(sent).toEqual([]);
    await user.clear(payout);
    await user.click(dialog.getByRole('checkbox', { name: /Don’t offer/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { name: SECOND.name, macros: { ...SECOND.macros, payout: null }, statuses: SECOND.statuses, is_hidden: true },
      ]),
    );
  });
});
