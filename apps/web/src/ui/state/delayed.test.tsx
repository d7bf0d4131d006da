import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delayed } from './delayed.tsx';

const view = (waiting: boolean) => (
  <Delayed waiting={waiting} loader={<p>loader</p>}>
    <p>content</p>
  </Delayed>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('loader', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('never appears for a wait shorter than 200 ms', () => {
    const { rerender } = render(view(true));
    pass(199);
    expect(screen.queryByText('loader')).not.toBeInTheDocument();
    rerender(view(false));
    expect(screen.getByText('content')).toBeVisible();
    pass(1000);
    expect(screen.queryByText('loader')).not.toBeInTheDocument();
  });

  it('stays visible for at least 400 ms', () => {
    const { rerender } = render(view(true));
    pass(250);
    expect(screen.getByText('loader')).toBeVisible();
    rerender(view(false));
    pass(340);
    expect(screen.getByText('loader')).toBeVisible();
    pass(20);
    expect(screen.getByText('content')).toBeVisible();
  });
});
