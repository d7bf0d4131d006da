import { campaignsApi } from '@poklik/contract/campaigns';
import { type TeamMember, teamUsersApi } from '@poklik/contract/team-users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen } from '../../testing/screen.tsx';
import { TeamUsersPage } from './team-users-page.tsx';

const OWNER: TeamMember = {
  id: 1,
  email: 'anna@example.com',
  name: 'Anna',
  role: 'OWNER',
  status: 'active',
  campaign_ids: null,
  can_see_money: true,
  can_export: true,
  can_edit_profile: true,
  is_you: true,
  expires_at: null,
  last_login_at: null,
  created_at: '2026-02-03T14:05:00.000Z',
};
const EDITOR: TeamMember = {
  ...OWNER,
  id: 2,
  email: 'bohdan@example.com',
  name: 'Bohdan',
  role: 'EDITOR',
  is_you: false,
};
const team = (members: TeamMember[], limit = 3) => ({ data: { members, seats: { used: members.length, limit } } });

const open = (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(
    <TeamUsersPage />,
    (server) => {
      server.on(campaignsApi.list, () => errorResponse('unavailable', 'Nobody chooses campaigns here.'));
      setUp(server);
    },
    { profile: { permissions: ['team:read', 'team:write'] }, namespaces: ['team_users'] },
  );

describe('team page', () => {
  itHasListStates({
    open,
    endpoint: teamUsersApi.list,
    filled: { answer: team([OWNER, EDITOR]), says: 'Bohdan' },
    empty: { answer: team([OWNER]), says: 'No team members yet' },
  });

  it('links to the plans instead of inviting when all seats are taken', async () => {
    await open((server) => server.on(teamUsersApi.list, () => answered(teamUsersApi.list, team([OWNER, EDITOR], 2))));
    expect(await screen.findByText('You’ve used all seats on your plan. Upgrade to invite more people.')).toBeVisible();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/en/tariffs');
    expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
  });

  it('invites a member; a server error appears under its field and the input is kept', async () => {
    let members = [OWNER];
    let sent: unknown;
    const { server, user } = await open((each) => {
      each.on(teamUsersApi.list, () => answered(teamUsersApi.list, team(members)));
      each.on(teamUsersApi.invite, () =>
        errorResponse('invalid_request', 'Check the highlighted fields.', {
          email: ['This email is already on the team'],
        }),
      );
    });
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = within(await screen.findByRole('dialog', { name: 'Invite a team member' }));
    const email = form.getByRole('textbox', { name: 'Email' });
    await user.click(email);
    await user.paste('bohdan@example.com');
    expect(form.getByRole('radio', { name: /^Viewer/ })).toBeChecked();
    expect(form.getByRole('checkbox', { name: 'Can see financial data' })).not.toBeChecked();
    await user.click(form.getByRole('button', { name: 'Accountant' }));
    expect(form.getByRole('radio', { name: /^Billing/ })).toBeChecked();
    expect(form.queryByRole('checkbox', { name: 'Can see financial data' })).toBeNull();
    await user.click(form.getByRole('button', { name: 'Buyer' }));
    expect(form.getByRole('button', { name: 'Buyer', pressed: true })).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(email).toHaveAccessibleDescription(/already on the team/));
    expect(email).toHaveValue('bohdan@example.com');

    server.on(teamUsersApi.invite, ({ body }) => {
      sent = body;
      members = [OWNER, EDITOR];
      return answered(teamUsersApi.invite, { data: EDITOR });
    });
    await user.click(form.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject({
      email: 'bohdan@example.com',
      role: 'EDITOR',
      campaign_ids: null,
      can_see_money: true,
    });
    expect(screen.getByRole('row', { name: /Bohdan/ })).toBeVisible();
  });

  it('removes a member after confirmation and shows a server error in the dialog', async () => {
    let members = [OWNER, EDITOR];
    const { server, user } = await open((each) => {
      each.on(teamUsersApi.list, () => answered(teamUsersApi.list, team(members)));
      each.on(teamUsersApi.remove, () => errorResponse('role_out_of_reach', 'It is beyond your own role.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Actions: Bohdan' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Bohdan from the team?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('It is beyond your own role.');
    server.on(teamUsersApi.remove, () => {
      members = [OWNER];
      return answered(teamUsersApi.remove, { message: 'ok' });
    });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No team members yet')).toBeVisible();
  });
});
