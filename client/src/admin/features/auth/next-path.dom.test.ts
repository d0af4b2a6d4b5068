import { describe, expect, it } from 'vitest';
import { homePath, loginFor, nextPath } from './next-path';

describe('where signing in leads', () => {
  it.each([
    { next: null, want: homePath },
    { next: '/admin/book-orders?filter=paid', want: '/admin/book-orders?filter=paid' },
    { next: '/admin/users#x', want: '/admin/users#x' },
    { next: '', want: homePath },
    { next: '/book', want: homePath },
    { next: '/admin', want: homePath },
    { next: '/administration', want: homePath },
    { next: '/admin/login?next=/admin/users', want: homePath },
    { next: 'https://example.org/admin/users', want: homePath },
    { next: '//example.org/admin/users', want: homePath },
    { next: String.raw`/\example.org/admin/users`, want: homePath },
    { next: '/admin/../book', want: homePath },
    { next: 'javascript:alert(1)//admin/', want: homePath },
  ])('$next leads to $want', ({ next, want }) => {
    expect(nextPath(next)).toBe(want);
  });

  it('is kept in the address of the sign-in page', () => {
    const address = new URL(loginFor('/admin/book-orders?filter=paid&q=a'), 'http://localhost');
    expect(nextPath(address.searchParams.get('next'))).toBe('/admin/book-orders?filter=paid&q=a');
  });
});
