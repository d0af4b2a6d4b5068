// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../scripts/admin-routes';
import { screens } from '../src/pages/admin/screens';

const source = (name: string) =>
  readFileSync(join(import.meta.dirname, '../src/pages/admin', name), 'utf8');

describe('the routes of the back-office', () => {
  it('are read from markup and from lists, the catch-all left out', () => {
    const text = `<Route path="/admin/login" /><Route path={screen.path} /><Route path="*" />
      const screens = [{ path: '/admin/users' }, { path: '/admin/blog/new',
        alsoAt: ['/admin/blog/edit/:id'], add: { what: 'blog', to: '/admin/users?open=new' } }];`;
    const blog = ['/admin/blog/edit/:id', '/admin/blog/new'];
    expect(routesOf(text)).toEqual([...blog, '/admin/login', '/admin/users']);
  });

  it('are those of the router and of every screen', () => {
    expect(routesOf(source('admin-routes.tsx'))).toEqual(['/admin', '/admin/login']);
    const all = screens.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]);
    expect(routesOf(source('screens.ts'))).toEqual(all.toSorted());
  });
});
