import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    // Isolation takes three times the CPU time; tests/setup.ts resets the shared state.
    isolate: false,
    // Inlined, so that each test file has its own i18next instance.
    server: { deps: { inline: ['i18next'] } },
    setupFiles: ['./tests/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    // Generous, for a busy machine: two tests of a whole screen took more than 5 s at a load of 20.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
