import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ELLIPSIS, paginationItems } from './pagination-items.ts';

const itemsOf = (currentPage: number, total: number, perPage = 10) =>
  paginationItems({ currentPage, lastPage: Math.max(1, Math.ceil(total / perPage)), total, perPage });

describe('paginationItems', () => {
  it.each([
    ['nothing for an empty list', 1, 0, []],
    ['nothing for one page', 1, 10, []],
    ['both of two pages', 1, 11, [1, 2]],
    ['all pages when the total is five times the page size', 3, 50, [1, 2, 3, 4, 5]],
    ['the first pages, an ellipsis and the last page beyond that', 1, 51, [1, 2, 3, ELLIPSIS, 6]],
    ['no second ellipsis while the current page is among the first', 3, 200, [1, 2, 3, ELLIPSIS, 20]],
    ['the current page right after the first ones', 4, 200, [1, 2, 3, 4, ELLIPSIS, 20]],
    ['the current page between two ellipses', 9, 200, [1, 2, 3, ELLIPSIS, 9, ELLIPSIS, 20]],
    ['the page before the last beside it', 19, 200, [1, 2, 3, ELLIPSIS, 19, 20]],
    ['the last page as the current one', 20, 200, [1, 2, 3, ELLIPSIS, 20]],
    ['a page past the end like any list of that length', 99, 200, [1, 2, 3, ELLIPSIS, 20]],
  ])('shows %s', (_, currentPage, total, expected) => {
    expect(itemsOf(currentPage, total)).toEqual(expected);
  });

  const list = fc
    .record({ total: fc.integer({ min: 0, max: 100_000 }), perPage: fc.constantFrom(10, 25, 50, 100) })
    .chain(({ total, perPage }) => {
      const lastPage = Math.max(1, Math.ceil(total / perPage));
      return fc.record({
        total: fc.constant(total),
        perPage: fc.constant(perPage),
        lastPage: fc.constant(lastPage),
        currentPage: fc.integer({ min: 1, max: lastPage }),
      });
    });

  it('lists the first, current and last page in order and without duplicates', () => {
    fc.assert(
      fc.property(list, (each) => {
        const pages = paginationItems(each).filter((item) => item !== ELLIPSIS);
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        expect(pages).toEqual(each.lastPage === 1 ? [] : expect.arrayContaining([1, each.currentPage, each.lastPage]));
      }),
    );
  });

  it('adds an ellipsis exactly where pages are skipped', () => {
    fc.assert(
      fc.property(list, (each) => {
        const items = paginationItems(each);
        items.forEach((item, index) => {
          const [before, after] = [items[index - 1], items[index + 1]];
          if (item === ELLIPSIS) expect(Number(after) - Number(before)).toBeGreaterThan(1);
          else if (typeof before === 'number') expect(item - before).toBe(1);
        });
        expect(items.includes(ELLIPSIS)).toBe(each.total / each.perPage > 5);
      }),
    );
  });
});
