import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

// What needs a document: components (.test.tsx), and other modules that read one (.dom.test.ts).
const withDocument = ['src/**/*.test.tsx', '{src,tests}/**/*.dom.test.ts'];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [react()],
  test: {
    // Isolation takes three times the CPU time; tests/setup.ts resets the shared state.
    isolate: false,
    // Generous, for a busy machine: two tests of a whole screen took more than 5 s at a load of 20.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,tests}/**/*.test.ts'],
          exclude: withDocument,
          setupFiles: ['./tests/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: withDocument,
          setupFiles: ['./tests/setup.ts', './tests/setup-dom.ts'],
        },
      },
    ],
  },
});
