import { notificationsApi } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { tariffsApi } from '@poklik/contract/tariffs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import { buildTariff } from '../../testing/tariff.ts';
import { NotificationCreateModal } from './notification-create-modal.tsx';
import { announcement } from './notifications.fixture.ts';

const PRO = buildTariff();
const RETIRED = buildTariff({
  id: 5,
  name: { ua: 'Старий', ru: 'Старый', en: 'Retired' },
  is_archived: true,
  accounts: 0,
});

/** The form with English texts filled in. */
async function openForm() {
  const server = fakeServer();
  const created: unknown[] = [];
  const onClose = vi.fn();
  server.on(tariffsApi.list, () => answered(tariffsApi.list, { data: [PRO, RETIRED] }));
  server.on(notificationsApi.create, ({ body }) => {
    created.push(body);
    return answered(notificationsApi.create, { data: announcement(1) });
  });
  await renderAt(<NotificationCreateModal opened onClose={onClose} />, { language: 'en' });
  const user = userEvent.setup({ delay: null });
  const form = within(await screen.findByRole('dialog', { name: 'New announcement' }));
  const english = within(form.getByRole('tabpanel', { name: /English/ }));
  const title = english.getByRole('textbox', { name: /Title/ });
  await user.click(title);
  await user.paste('Works');
  await user.click(english.getByRole('textbox', { name: /Message/ }));
  await user.paste('From two to three.');
  return {
    server,
    created,
    onClose,
    user,
    form,
    title,
    choose: async (label: string, option: string) => {
      await user.click(await form.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option, hidden: true }));
    },
    submit: () => user.click(form.getByRole('button', { name: 'Create' })),
  };
}

describe('announcement audience', () => {
  it('is everyone, or the chosen role', async () => {
    const { created, choose, form, submit } = await openForm();
    await submit();
    await choose('Recipients', 'Payout admins');
    expect(form.queryByRole('combobox', { name: 'Plan' })).not.toBeInTheDocument();
    await submit();
    await waitFor(() => expect(created).toHaveLength(2));
    expect(created[0]).not.toHaveProperty('role');
    expect(created[1]).toMatchObject({ role: ROLES.ADMIN });
  });

  it('is the chosen plan, which is required; Enter submits', async () => {
    const { created, choose, form, onClose, submit, title, user } = await openForm();
    await choose('Recipients', 'Customers on a plan');
    await submit();
    expect(await form.findByRole('alert')).toHaveTextContent('Choose a plan');
    expect(form.getByRole('combobox', { name: 'Plan' })).toHaveFocus();
    expect(created).toEqual([]);
    await choose('Plan', 'Pro');
    expect(screen.queryByRole('option', { name: 'Retired', hidden: true })).not.toBeInTheDocument();
    await user.click(title);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(created).toMatchObject([{ tariff_id: PRO.id }]);
    expect(created[0]).not.toHaveProperty('role');
  });

  it('waits for plans; on error the form shows why and retries', async () => {
    const { choose, form, server, user } = await openForm();
    let answer = (_: Response) => {};
    server.on(
      tariffsApi.list,
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    await choose('Recipients', 'Customers on a plan');
    expect(form.getByRole('combobox', { name: 'Plan' })).toBeDisabled();
    expect(form.getByPlaceholderText('Loading plans…')).toBeVisible();
    answer(errorResponse('unavailable', 'The service is temporarily unavailable.'));
    expect(await form.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    server.on(tariffsApi.list, () => answered(tariffsApi.list, { data: [PRO] }));
    await user.click(form.getByRole('button', { name: 'Try again' }));
    await choose('Plan', 'Pro');
    expect(form.getByRole('combobox', { name: 'Plan' })).toHaveValue('Pro');
  });

  it('shows server errors at the plan field', async () => {
    const { choose, form, server, submit } = await openForm();
    server.on(notificationsApi.create, () =>
      errorResponse('invalid_request', 'Check the highlighted fields.', { tariff_id: ['Plan not found'] }),
    );
    await choose('Recipients', 'Customers on a plan');
    await choose('Plan', 'Pro');
    await submit();
    const plan = form.getByRole('combobox', { name: 'Plan' });
    await waitFor(() => expect(plan).toHaveAccessibleDescription(/Plan not found/));
    expect(plan).toBeInvalid();
  });
});
