import { outgoingApi } from '@poklik/contract/outgoing';
import { profileApi } from '@poklik/contract/profile';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { answered, fakeServer } from '../../../../testing/fake-server.ts';
import { buildProfile } from '../../../../testing/profile.ts';
import { renderAt } from '../../../../testing/render.tsx';
import { SecretsDialog } from './secrets-dialog.tsx';

it('asks before it deletes a secret', async () => {
  const server = fakeServer();
  let names = ['key', 'token'];
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
  server.on(outgoingApi.secrets, () =>
    answered(outgoingApi.secrets, { data: names.map((name) => ({ name, updated_at: '2026-11-01T10:00:00.000Z' })) }),
  );
  server.on({ ...outgoingApi.removeSecret, path: '/outgoing/secrets/key' }, () => {
    names = ['token'];
    return answered(outgoingApi.removeSecret, { message: 'Deleted' });
  });
  await renderAt(<SecretsDialog opened onClose={() => undefined} />, { language: 'en' });
  await loadNamespaces(['campaigns']);
  const user = userEvent.setup({ delay: null });
  const question = { name: 'Delete {secret.key}?' };

  await user.click(await screen.findByRole('button', { name: 'Delete key' }));
  await user.click(within(await screen.findByRole('dialog', question)).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', question)).not.toBeInTheDocument());
  expect(names).toEqual(['key', 'token']);

  await user.click(screen.getByRole('button', { name: 'Delete key' }));
  const dialog = within(await screen.findByRole('dialog', question));
  await user.click(dialog.getByRole('button', { name: 'Delete secret' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete key' })).not.toBeInTheDocument());
  expect(names).toEqual(['token']);
});
