import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publicRoutes } from '../src/app/routes';
import { routesOf } from '../vite-routes';

describe('routes.json', () => {
  it('lists exactly the pages of the public router', () => {
    const source = readFileSync('src/app/routes.ts', 'utf8');
    expect(routesOf(source, '')).toEqual(publicRoutes.map(({ path }) => path).toSorted());
  });

  it('reads nested routes and leaves the catch-all out', () => {
    const source = `<Route path="/admin"><Route path="users" /><Route path='/admin/login' /><Route path="*" /></Route>`;
    expect(routesOf(source, '/admin')).toEqual(['/admin', '/admin/login', '/admin/users']);
  });
});
