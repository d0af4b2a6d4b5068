import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adminPaths } from '../src/admin/app/paths';
import { notFoundRoute, publicRoutes } from '../src/site/app/routes';

describe('a public route', () => {
  it.each([...publicRoutes, notFoundRoute])('$path names the file of its page', async (route) => {
    const file = join(import.meta.dirname, '..', route.source);
    expect(existsSync(file)).toBe(true);
    const module: object = await import(/* @vite-ignore */ file);
    expect(Object.values(module)).toContain(await route.page());
  });
});

it('pages.json lists the root, the sign-in and every screen of the back-office', () => {
  expect(adminPaths).toEqual(adminPaths.toSorted());
  expect(adminPaths).toEqual(
    expect.arrayContaining(['/admin', '/admin/login', '/admin/blog/edit/:id', '/admin/users']),
  );
  expect(adminPaths.filter((path) => !path.startsWith('/admin'))).toEqual([]);
  expect(new Set(adminPaths).size).toBe(adminPaths.length);
});
