import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingFrom } from '../build/complete-lock.mjs';

type Lock = { packages: Record<string, object> };

const isLock = (value: unknown): value is Lock =>
  typeof value === 'object' && value !== null && 'packages' in value;

it('package-lock.json lists every optional package (npm run lock)', () => {
  const lock: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(isLock(lock) && missingFrom(lock)).toEqual({});
});

it('finds a missing entry, with its platform', () => {
  const parent = {
    version: '1.0.0',
    dev: true,
    optionalDependencies: { 'tool-darwin-arm64': '1.0.0' },
  };
  expect(missingFrom({ packages: { 'node_modules/tool': parent } })).toEqual({
    'node_modules/tool-darwin-arm64': {
      version: '1.0.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
  });
});
