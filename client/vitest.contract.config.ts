import { defineConfig } from 'vitest/config';
import { isWhole } from './contract/program.ts';

// The stock supabase-js against the running program: `make test-contract`.
export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts'],
    // The table API alone has no sockets, and no other service to refuse anything. The examples are
    // served by programs of their own, once.
    exclude: isWhole
      ? []
      : ['contract/realtime*.test.ts', 'contract/disabled.test.ts', 'contract/example-*.test.ts'],
    globalSetup: ['./contract/program.ts'],
    isolate: false,
    // A test that waits in vain ends by it, and none that a busy machine holds up.
    testTimeout: 30_000,
    restoreMocks: true,
  },
});
