import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { afterEach, vi } from 'vitest';

// An empty page, empty storage and the path /.
history.replaceState(null, '', '/');
localStorage.clear();
sessionStorage.clear();
for (const element of [document.documentElement, document.head, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
document.head.replaceChildren();
document.body.replaceChildren();

afterEach(cleanup);

configure({
  // Generous, for a busy machine: only a test that fails waits so long.
  asyncUtilTimeout: 10_000,
  // What is awaited is over when React has nothing left to do. Otherwise a test could click on what was found before the
  // effects of its first rendering: a dialog takes no click yet.
  asyncWrapper: async (wait) => {
    const act = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }; // React reads it
    const before = act.IS_REACT_ACT_ENVIRONMENT;
    act.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      const result = await wait();
      if (vi.isFakeTimers()) vi.advanceTimersByTime(0);
      await new Promise<void>((resolve) => {
        unstable_scheduleCallback(unstable_IdlePriority, () => resolve());
      });
      return result;
    } finally {
      act.IS_REACT_ACT_ENVIRONMENT = before;
    }
  },
});

// Testing Library advances fake timers while it waits, if it finds those of jest.
Object.assign(globalThis, {
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) },
});
