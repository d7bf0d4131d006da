import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { CopyButton } from './copy-button.tsx';

/** Stubs a clipboard that stores the text or rejects. */
function clipboard(refuses = false) {
  const held: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: {
      writeText: async (text: string) => {
        if (refuses) throw new Error('not allowed');
        held.push(text);
      },
    },
  });
  return held;
}

const press = async () => act(async () => fireEvent.click(screen.getByRole('button')));

describe('copy button', () => {
  it('copies, shows a confirmation for two seconds, then resets', async () => {
    await renderAt(<CopyButton text="https://go.example.com/c/key" />, { language: 'en' });
    const held = clipboard();
    vi.useFakeTimers();
    await press();
    expect(held).toEqual(['https://go.example.com/c/key']);
    expect(screen.getByRole('button')).toHaveAccessibleName('Copied');
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.getByRole('button')).toHaveAccessibleName('Copy');
    vi.useRealTimers();
  });

  it('selects the text and suggests Ctrl+C when the browser blocks copying', async () => {
    await renderAt(<CopyButton text="secret words" />, { language: 'en' });
    clipboard(true);
    await press();
    expect(screen.getByRole('button')).toHaveAccessibleName('Press Ctrl+C');
    expect(document.getSelection()?.toString()).toBe('secret words');
  });
});
