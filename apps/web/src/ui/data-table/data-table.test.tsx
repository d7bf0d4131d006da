import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Inbox } from 'lucide-react';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { screenWidth } from '../../testing/screen-width.ts';
import { EmptyState } from '../state/empty-state.tsx';
import type { Column, RowPage } from './column.ts';
import { DataTable } from './data-table.tsx';
import { useListState } from './use-list-state.ts';

interface Fruit {
  id: number;
  name: string;
  weight: number;
}

const FRUITS: Fruit[] = ['Apple', 'Banana', 'Cherry', 'Date'].map((name, index) => ({
  id: index + 1,
  name,
  weight: 100 - index,
}));

const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true, card: 'title' },
  { id: 'weight', header: 'Weight', cell: ({ weight }) => weight, sortable: true, align: 'end', card: 'value' },
];

const pageOf = (rows: Fruit[], current = 1, last = 3): RowPage<Fruit> => ({
  rows,
  meta: {
    current_page: current,
    last_page: last,
    per_page: 10,
    total: last * 10,
    links: Array.from({ length: last }, (_, index) => ({ label: String(index + 1), active: index + 1 === current })),
  },
  links: { prev: current > 1 ? '/prev' : null, next: current < last ? '/next' : null },
});

interface Shown {
  data?: RowPage<Fruit>;
  error?: Error;
  isFetching?: boolean;
  refetch?: () => void;
  marking?: boolean;
  hrefs?: boolean;
}

function Fruits({ data, error, isFetching = false, refetch = () => {}, marking, hrefs }: Shown) {
  const list = useListState(['name', 'weight']);
  return (
    <>
      <output>{JSON.stringify(list.query)}</output>
      <DataTable
        label="Fruits"
        columns={columns}
        list={list}
        query={{ data, error: error ?? null, isFetching, refetch }}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState icon={Inbox} title="No fruit yet" />}
        {...(hrefs && { rowHref: ({ id }: Fruit) => `/fruit/${id}` })}
        {...(marking && {
          bulkActions: (ids: (string | number)[]) => <button type="button">Eat {ids.join(' ')}</button>,
        })}
      />
    </>
  );
}

const show = async (shown: Shown, search = '') => {
  const view = await renderAt(<Fruits {...shown} />, { at: `/en/fruits${search}`, language: 'en' });
  return { ...view, user: userEvent.setup({ delay: null }) };
};
const lastQuery = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}');
const press = (key: string, code: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, code });

describe('list state', () => {
  it.each([
    ['', {}],
    ['?page=2&per_page=25&sort=name&order=desc', { page: '2', per_page: '25', sort: 'name', order: 'desc' }],
    ['?sort=name', { sort: 'name', order: 'asc' }],
    ['?page=0', {}],
    ['?page=two&per_page=7&sort=colour&order=up', {}],
  ])('is read from the URL %s', async (search, query) => {
    await show({ data: pageOf(FRUITS) }, search);
    expect(lastQuery()).toEqual(query);
  });

  it('toggles a header between ascending and descending and returns to the first page', async () => {
    const { user, search } = await show({ data: pageOf(FRUITS, 2) }, '?page=2&q=sweet');
    const header = screen.getByRole('columnheader', { name: 'Name' });
    const button = within(header).getByRole('button');
    expect(header).toHaveAttribute('aria-sort', 'none');
    await user.click(button);
    expect(search()).toBe('?q=sweet&sort=name&order=asc');
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    await user.click(button);
    expect(search()).toBe('?q=sweet&sort=name&order=desc');
    expect(header).toHaveAttribute('aria-sort', 'descending');
    await user.click(button);
    expect(search()).toBe('?q=sweet&sort=name&order=asc');
  });

  it('follows browser history', async () => {
    const { user, router, search } = await show({ data: pageOf(FRUITS) });
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Weight' }));
    await waitFor(() => expect(search()).toBe('?sort=weight&order=asc'));
    await router.navigate(-1);
    await waitFor(() => expect(lastQuery()).toEqual({ sort: 'name', order: 'asc' }));
  });

  it('changes with the page and the page size, which returns to the first page', async () => {
    const { user, search } = await show({ data: pageOf(FRUITS) }, '?sort=name&order=asc');
    await user.click(screen.getByRole('link', { name: 'Page 3' }));
    expect(search()).toBe('?sort=name&order=asc&page=3');
    await user.selectOptions(screen.getByLabelText('Rows per page'), '25');
    expect(search()).toBe('?sort=name&order=asc&per_page=25');
    await user.selectOptions(screen.getByLabelText('Rows per page'), '10');
    expect(search()).toBe('?sort=name&order=asc');
  });
});

describe('list', () => {
  it('shows the row range and the total', async () => {
    await show({ data: pageOf(FRUITS, 2) }, '?page=2');
    expect(screen.getByText('11–14 of 30')).toBeVisible();
  });

  it('shows real headers above skeleton rows after 200 ms of loading', async () => {
    const { container } = await show({ isFetching: true });
    expect(screen.getByRole('columnheader', { name: 'Weight' })).toBeVisible();
    const skeleton = container.querySelector('[data-skeleton]');
    expect(skeleton).not.toHaveAttribute('data-shown');
    await waitFor(() => expect(skeleton).toHaveAttribute('data-shown'));
    expect(screen.getByText('Loading…')).toBeInTheDocument();
  });

  it('keeps its rows while refetching', async () => {
    await show({ data: pageOf(FRUITS), isFetching: true });
    expect(screen.getByText('Banana')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Fruits' })).toHaveAttribute('aria-busy', 'true');
  });

  it('keeps its rows when refetching fails, and offers a retry', async () => {
    const refetch = vi.fn();
    const { user } = await show({ data: pageOf(FRUITS), error: new Error('away'), refetch });
    expect(screen.getByText('Banana')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('shows the error with its code instead of rows, and offers a retry', async () => {
    const refetch = vi.fn();
    const { user } = await show({ error: Object.assign(new Error('Out of fruit'), { code: 'internal' }), refetch });
    expect(screen.getByRole('alert')).toHaveTextContent('Out of fruit');
    expect(screen.getByText('internal')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('shows the empty state when there are no rows at all', async () => {
    await show({ data: { ...pageOf([], 1, 1), meta: { ...pageOf([], 1, 1).meta, total: 0 } } });
    expect(screen.getByText('No fruit yet')).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('links to the last page when the page is out of range', async () => {
    const { user, search } = await show({ data: pageOf([], 9, 3) }, '?page=9');
    expect(screen.getByText(/Page 9 doesn’t exist. The last page is 3/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to page 3' }));
    expect(search()).toBe('?page=3');
  });

  it('links each row to its page', async () => {
    await show({ data: pageOf(FRUITS), hrefs: true });
    expect(screen.getByRole('link', { name: 'Cherry' })).toHaveAttribute('href', '/fruit/3');
  });

  it('becomes cards with the same sorting on a narrow screen', async () => {
    screenWidth.narrow = true;
    const { user, search } = await show({ data: pageOf(FRUITS), marking: true });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const cards = within(screen.getByRole('list', { name: 'Fruits' })).getAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toContain('BananaWeight99');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Weight');
    expect(search()).toBe('?sort=weight&order=desc');
    await user.click(screen.getByRole('button', { name: /^Descending/ }));
    expect(search()).toBe('?sort=weight&order=asc');
  });
});

describe('row selection', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select: ${name}` });

  it('shows the count and the bulk actions, and clears with Esc', async () => {
    const { user } = await show({ data: pageOf(FRUITS), marking: true });
    await user.click(box('Banana'));
    await user.click(box('Date'));
    expect(screen.getByText('2 selected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Eat 2 4' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
    expect(box('Banana')).not.toBeChecked();
  });

  it('selects a range of rows with Shift', async () => {
    const { user } = await show({ data: pageOf(FRUITS), marking: true });
    await user.click(box('Date'));
    await user.keyboard('{Shift>}');
    await user.click(box('Banana'));
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('button', { name: 'Eat 2 3 4' })).toBeVisible();
    expect(box('Apple')).not.toBeChecked();
  });

  it('selects the whole page and shows a partial selection', async () => {
    const { user } = await show({ data: pageOf(FRUITS), marking: true });
    const all = screen.getByRole('checkbox', { name: 'Select all rows on this page' });
    await user.click(box('Apple'));
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(screen.getByText('4 selected')).toBeVisible();
    await user.click(all);
    expect(screen.queryByText('4 selected')).not.toBeInTheDocument();
  });
});

describe('list shortcuts', () => {
  it('move between rows with J and K, also on a Ukrainian keyboard', async () => {
    await show({ data: pageOf(FRUITS), hrefs: true });
    press('j', 'KeyJ');
    expect(screen.getByRole('link', { name: 'Apple' })).toHaveFocus();
    press('о', 'KeyJ');
    expect(screen.getByRole('link', { name: 'Banana' })).toHaveFocus();
    press('ArrowDown', 'ArrowDown');
    expect(screen.getByRole('link', { name: 'Cherry' })).toHaveFocus();
    press('k', 'KeyK');
    expect(screen.getByRole('link', { name: 'Banana' })).toHaveFocus();
  });

  it('select the focused row with X', async () => {
    await show({ data: pageOf(FRUITS), hrefs: true, marking: true });
    press('j', 'KeyJ');
    press('j', 'KeyJ');
    press('ч', 'KeyX');
    expect(screen.getByRole('button', { name: 'Eat 2' })).toBeVisible();
  });

  it('turn pages with the brackets, but not beyond the first or last page', async () => {
    const { search } = await show({ data: pageOf(FRUITS, 2) }, '?page=2');
    press(']', 'BracketRight');
    await waitFor(() => expect(search()).toBe('?page=3'));
    press('х', 'BracketLeft');
    await waitFor(() => expect(search()).toBe(''));
  });
});
