import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

describe('computed styles', () => {
  it('follow the element, its attributes and what it inherits', () => {
    const { rerender } = render(
      <div style={{ visibility: 'hidden', pointerEvents: 'none' }}>
        <p>inherits</p>
        <p style={{ visibility: 'visible' }}>shows itself</p>
        <input type="hidden" data-testid="field" />
        <dialog data-testid="dialog" />
      </div>,
    );
    const of = (element: Element) => {
      const { display, visibility, pointerEvents } = getComputedStyle(element);
      return [display, visibility, pointerEvents];
    };
    expect(of(screen.getByText('inherits'))).toEqual(['block', 'hidden', 'none']);
    expect(of(screen.getByText('shows itself'))).toEqual(['block', 'visible', 'none']);
    expect(of(screen.getByTestId('field'))[0]).toBe('none');
    expect(of(screen.getByTestId('dialog'))[0]).toBe('none');
    rerender(
      <div hidden>
        <p>inherits</p>
        <dialog open data-testid="dialog" />
      </div>,
    );
    expect(of(screen.getByText('inherits'))).toEqual(['block', 'visible', 'auto']);
    expect(of(screen.getByTestId('dialog'))[0]).toBe('block');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('come from jsdom where they are not remembered, or where there is a style sheet', () => {
    render(<p style={{ color: 'red' }}>text</p>);
    const text = screen.getByText('text');
    expect(getComputedStyle(text).color).toBe('rgb(255, 0, 0)');
    const sheet = document.head.appendChild(document.createElement('style'));
    sheet.textContent = 'p { display: none }';
    expect(getComputedStyle(text).display).toBe('none');
    sheet.remove();
    expect(getComputedStyle(text).display).toBe('block');
  });
});
