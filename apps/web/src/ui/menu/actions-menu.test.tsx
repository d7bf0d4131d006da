import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { ActionsMenu } from './actions-menu.tsx';

it('opens on the first click while its code loads, and returns the focus to the button', async () => {
  const user = userEvent.setup({ delay: null });
  const chosen = vi.fn();
  await renderAt(<ActionsMenu label="Actions" actions={[{ label: 'Choose', onSelect: chosen }]} />);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Choose' }));
  expect(chosen).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus();
});

it('closes on Escape even before the menu takes the focus', async () => {
  const user = userEvent.setup({ delay: null });
  await renderAt(<ActionsMenu label="Actions" actions={[{ label: 'Choose', onSelect: vi.fn() }]} />);
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await screen.findByRole('menuitem', { name: 'Choose' });
  screen.getByRole('button', { name: 'Actions' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument());
});
