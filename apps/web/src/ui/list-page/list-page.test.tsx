import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Inbox } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import type { RowPage } from '../data-table/column.ts';
import { useListFilters } from '../data-table/use-list-filters.ts';
import { useListState } from '../data-table/use-list-state.ts';
import { EmptyState } from '../state/empty-state.tsx';
import { ListPage } from './list-page.tsx';
import { ListSearch } from './list-search.tsx';

const pageOf = (...rows: string[]): RowPage<string> => ({
  rows,
  meta: { current_page: 1, last_page: 1, per_page: 10, total: rows.length, links: [] },
  links: { prev: null, next: null },
});

function Fruits({ data, label }: { data: RowPage<string>; label?: string }) {
  const list = useListState([]);
  const filters = useListFilters(['search']);
  return (
    <ListPage
      title="Fruits"
      actions={<button type="button">Add fruit</button>}
      toolbar={<ListSearch filters={filters} placeholder="Name" />}
      {...(label && { label })}
      columns={[{ id: 'name', header: 'Name', cell: (name) => name }]}
      list={list}
      query={{ data, error: null, isFetching: false, refetch: () => {} }}
      rowId={(name) => name}
      rowLabel={(name) => name}
      empty={<EmptyState icon={Inbox} title="No fruit yet" />}
      noMatches={{ filters, title: 'No matches', text: 'Change the filters.', clear: 'Clear filters' }}
    />
  );
}

const show = async (props: Parameters<typeof Fruits>[0], search = '') => {
  const view = await renderAt(<Fruits {...props} />, { at: `/en/fruits${search}`, language: 'en' });
  return { ...view, user: userEvent.setup({ delay: null }) };
};

describe('list page', () => {
  it('shows title, actions, search and rows, and names the list after the title', async () => {
    await show({ data: pageOf('Apple', 'Banana') }, '?search=a');
    expect(screen.getByRole('heading', { level: 1, name: 'Fruits' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add fruit' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('a');
    expect(within(screen.getByRole('region', { name: 'Fruits' })).getByText('Banana')).toBeVisible();
  });

  it('gives the list its own name', async () => {
    await show({ data: pageOf('Apple'), label: 'Fresh fruits' });
    expect(screen.getByRole('region', { name: 'Fresh fruits' })).toBeVisible();
  });

  it('says what an empty list is for without filters', async () => {
    await show({ data: pageOf() });
    expect(screen.getByText('No fruit yet')).toBeVisible();
    expect(screen.queryByText('No matches')).not.toBeInTheDocument();
  });

  it('offers to clear the filters when nothing matches', async () => {
    const { user, search } = await show({ data: pageOf() }, '?search=kiwi&sort=name');
    expect(screen.getByText('No matches')).toBeVisible();
    expect(screen.queryByText('No fruit yet')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(search()).toBe('?sort=name');
    expect(screen.getByText('No fruit yet')).toBeVisible();
  });
});
