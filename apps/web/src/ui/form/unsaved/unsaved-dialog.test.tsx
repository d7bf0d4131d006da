import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../../testing/render.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

function Page({ save }: { save: () => Promise<boolean> }) {
  const [dirty, setDirty] = useState(true);
  const guard = useUnsavedGuard({ dirty, save });
  return (
    <>
      <output>{useLocation().pathname}</output>
      <button type="button" onClick={() => setDirty(false)}>
        Undo by hand
      </button>
      <UnsavedDialog guard={guard} />
    </>
  );
}

async function leave(save: () => Promise<boolean> = async () => true) {
  const { router } = await renderAt(<Page save={save} />, { at: '/en/form', language: 'en' });
  await router.navigate('/en/elsewhere');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  return { user: userEvent.setup({ delay: null }), router };
}
const place = () => screen.getByText(/^\/en\//).textContent;

describe('page with unsaved changes', () => {
  it('stays when the user keeps editing', async () => {
    const { user } = await leave();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(place()).toBe('/en/form');
  });

  it('is left when the user discards the changes', async () => {
    const { user } = await leave();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe('/en/elsewhere'));
  });

  it('is left after the changes are saved', async () => {
    const save = vi.fn(async () => true);
    const { user } = await leave(save);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(place()).toBe('/en/elsewhere'));
    expect(save).toHaveBeenCalledOnce();
  });

  it('stays when saving fails', async () => {
    const { user } = await leave(async () => false);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(place()).toBe('/en/form');
  });

  it('switches the language without a dialog and keeps the changes', async () => {
    const { router } = await renderAt(<Page save={async () => true} />, { at: '/en/form', language: 'en' });
    await router.navigate('/ru/form');
    expect(router.state.location.pathname).toBe('/ru/form');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await router.navigate('/ru/elsewhere');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it("triggers the browser's own prompt only while there are unsaved changes", async () => {
    await renderAt(<Page save={async () => true} />, { at: '/en/form', language: 'en' });
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Undo by hand' }));
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  });
});
