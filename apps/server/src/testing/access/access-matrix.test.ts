import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ACCESS_GROUPS, ACCESS_TABLE } from './table.ts';

describe('access matrix', () => {
  let product: TestApp;
  beforeAll(async () => {
    product = await createTestApp();
  });
  afterAll(() => product.close());

  it('has one row per registered route', () => {
    const routes = product.app.routeList.map(({ method, url }) => `${method} ${url}`);
    expect(Object.keys(ACCESS_TABLE).sort()).toEqual([...new Set(routes)].sort());
  });

  it('covers every kind of ID on routes with a path parameter', () => {
    for (const [route, row] of Object.entries(ACCESS_TABLE)) expect(Boolean(row.ids), route).toBe(/[:*]/.test(route));
  });

  it.each(Object.keys(ACCESS_GROUPS))('has a test file for the group %s', (group) => {
    expect(existsSync(new URL(`access-matrix.${group}.test.ts`, import.meta.url))).toBe(true);
  });
});
