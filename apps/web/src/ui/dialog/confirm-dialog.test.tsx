import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Opener({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <ConfirmDialog opened={opened} onClose={() => setOpened(false)} title="Delete it?" onConfirm={onConfirm} danger>
        It cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** A promise that the test settles itself. */
function work() {
  let finish = () => {};
  let fail = (_: Error) => {};
  const start = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      }),
  );
  return { start, finish: () => act(async () => finish()), fail: (error: Error) => act(async () => fail(error)) };
}

async function open(onConfirm: () => Promise<unknown>) {
  await renderAt(<Opener onConfirm={onConfirm} />, { language: 'ua' });
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const yes = await screen.findByRole('button', { name: 'Так' });
  return { user, yes, no: screen.getByRole('button', { name: 'Ні' }) };
}

describe('confirmation dialog', () => {
  it('has a title and focuses the cancel button', async () => {
    const { no } = await open(async () => {});
    expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeVisible();
    await waitFor(() => expect(no).toHaveFocus());
  });

  it('disables both buttons while running, then closes and returns the focus', async () => {
    const { start, finish } = work();
    const { user, yes, no } = await open(start);
    await user.click(yes);
    expect(yes).toBeDisabled();
    expect(no).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    await finish();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('shows an error inside and allows another try', async () => {
    const { start, fail, finish } = work();
    const { user, yes, no } = await open(start);
    await user.click(yes);
    await fail(new Error('The server is away'));
    expect(screen.getByRole('alert')).toHaveTextContent('The server is away');
    expect(yes).toBeEnabled();
    expect(no).toBeEnabled();
    expect(yes).toHaveFocus();
    await user.click(yes);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await finish();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('does nothing when canceled with the button or Esc', async () => {
    const { start } = work();
    const { user, no } = await open(start);
    await user.click(no);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(start).not.toHaveBeenCalled();
  });

  it('locks page scrolling behind it', async () => {
    const { user, no } = await open(async () => {});
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    await user.click(no);
    await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-scroll-locked'));
  });
});
