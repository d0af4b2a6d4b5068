import { vi } from 'vitest';

// Test files share a worker, so that libraries are loaded once. Each file starts with its own instances of
// our modules and real timers; setup-dom.ts resets the document.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
