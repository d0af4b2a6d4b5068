import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Test files share a worker, so that libraries are loaded once. Each file starts with its own instances of
// our modules, real timers, an empty page, empty storage and the path /.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
if (typeof document !== 'undefined') resetWindow();

function resetWindow(): void {
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
}

afterEach(cleanup);
