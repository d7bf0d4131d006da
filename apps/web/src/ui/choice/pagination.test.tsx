import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { Pagination } from './pagination.tsx';

const show = (current: number, last: number, labels: string[]) =>
  renderAt(
    <Pagination
      meta={{
        current_page: current,
        last_page: last,
        per_page: 10,
        total: last * 10,
        links: labels.map((label) => ({ label, active: label === String(current) })),
      }}
      links={{ prev: current > 1 ? '/before' : null, next: current < last ? '/after' : null }}
      toPage={(page) => `/list?page=${page}`}
    />,
    { language: 'en' },
  );

describe('pagination', () => {
  it('is hidden for a single page', async () => {
    await show(1, 1, ['1']);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it("lists the server's pages and ellipses and marks the current page", async () => {
    await show(9, 20, ['1', '2', '3', '…', '9', '…', '20']);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '',
      '1',
      '2',
      '3',
      '…',
      '9',
      '…',
      '20',
      '',
    ]);
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('9');
    expect(screen.getByRole('link', { name: 'Page 20' })).toHaveAttribute('href', '/list?page=20');
    expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '/list?page=8');
    expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '/list?page=10');
  });

  it('disables Previous on the first page and Next on the last', async () => {
    const { unmount } = await show(1, 2, ['1', '2']);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Next' })).toBeVisible();
    unmount();
    await show(2, 2, ['1', '2']);
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Previous' })).toBeVisible();
  });
});
