import { defineConfig } from 'vitest/config';

// The stock supabase-js against the running program: `make test-contract`.
export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts'],
    globalSetup: ['./contract/program.ts'],
    isolate: false,
    restoreMocks: true,
  },
});
