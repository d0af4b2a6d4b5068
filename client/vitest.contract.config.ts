import { defineConfig } from 'vitest/config';
import { isFullServer } from './contract/program.ts';

// The stock supabase-js against the running program: `make test-contract`.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['contract/**/*.test.ts'],
    // Without CONTRACT=whole only the table API runs. The example projects start their own programs.
    exclude: isFullServer
      ? []
      : [
          'contract/realtime*.test.ts',
          'contract/disabled.test.ts',
          'contract/keys.test.ts',
          'contract/oauth.test.ts',
          'contract/second-factors.test.ts',
          'contract/storage*.test.ts',
          'contract/example-*.test.ts',
        ],
    globalSetup: ['./contract/program.ts'],
    isolate: false,
    // Long enough for a busy machine.
    testTimeout: 30_000,
    restoreMocks: true,
  },
});
