import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { ConfirmProvider } from '../src/admin/kit/confirm';
import { newQueryClient } from '../src/shared/app/dehydrated-state';
import { Toasts } from '../src/shared/ui/toast';

/** Renders a component of the back-office at an address, with the providers of its layout. */
export function showAdmin(part: ReactNode, address = '/admin') {
  const queries = newQueryClient();
  return render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={queries}>
        <ConfirmProvider>
          <main tabIndex={-1}>{part}</main>
          <Address />
        </ConfirmProvider>
        <Toasts closeLabel="Close" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <div data-testid="address">{pathname + search}</div>;
}

/** The current address of the router. */
export const addressNow = (): string =>
  document.querySelector('[data-testid="address"]')?.textContent ?? '';

/** A response of the table API: these rows, and the total count. */
export const pageOf =
  (rows: unknown[], total = rows.length) =>
  () => {
    const headers = { 'content-range': `0-${Math.max(0, rows.length - 1)}/${total}` };
    return Promise.resolve(Response.json(rows, { headers }));
  };
