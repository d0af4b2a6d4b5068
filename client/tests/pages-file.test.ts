// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { routesOf } from '../scripts/admin-routes';

describe('the routes of the back-office', () => {
  it('are read with their parents, the catch-all left out', () => {
    const source = `<Route path="/admin"><Route path="users" /><Route path='/admin/login' /><Route path="*" /></Route>`;
    expect(routesOf(source, '/admin')).toEqual(['/admin', '/admin/login', '/admin/users']);
  });
});
