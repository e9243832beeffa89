import { defineConfig } from 'vitest/config'

const node = { environment: 'node' } as const

/** One project per workspace; `vitest run --project server` runs one. `tools/test.mjs` runs them all. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'domain', root: 'domain', include: ['**/*.test.ts'], isolate: false } },
      {
        test: {
          ...node,
          name: 'atlas',
          root: 'atlas',
          include: ['**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          globalSetup: ['testing/cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...node, name: 'web', root: 'web', include: ['**/*.test.ts'], isolate: false } },
      { test: { ...node, name: 'simulator', root: 'simulator', include: ['**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'checks',
          include: ['architecture.test.ts', 'tools/**/*.test.mjs'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          root: 'e2e',
          include: ['**/*.e2e.ts'],
          globalSetup: ['quiet-city.ts'],
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
