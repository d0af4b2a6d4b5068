import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    // Isolation takes three times the CPU time; tests/setup.ts resets the shared state.
    isolate: false,
    // Inlined, so that each test file has its own i18next instance.
    server: { deps: { inline: ['i18next'] } },
    setupFiles: ['./tests/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
