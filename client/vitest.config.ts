import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    // A process of its own for each file takes three times the CPU time; tests/setup.ts resets what is shared.
    isolate: false,
    // i18next keeps words and language in one instance: evaluated with our modules, each file has its own.
    server: { deps: { inline: ['i18next'] } },
    setupFiles: ['./tests/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
