/** Mutation tests of the pure rules; `npm run mutation` runs them and writes docs/GUARDS.md. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/checks/mutation.vitest.config.ts', related: false },
  mutate: [
    'domain/booking/{moves,unpaid}/*.ts',
    'domain/fare/*.ts',
    'domain/wallet/{postings,withdrawal-checks}.ts',
    'domain/promos/*.ts',
    'domain/dispatch/{assignable-drivers,dispatch-policy,eligible-drivers,search}.ts',
    '!**/*.test.ts',
    '!**/*-api.ts',
  ],
  // Coverage per test: a mutant runs only the tests that reach it.
  coverageAnalysis: 'perTest',
  // Mutants of a message text or of a field name are seen by the compiler and by the tests of the server.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  // The sandbox has the domain only; the project's tsconfig.json names workspaces that are not there.
  ignorePatterns: [
    '/tsconfig.json',
    '**/dist',
    '.cache',
    'data',
    'output',
    'docs',
    'atlas',
    'server',
    'web',
    'simulator',
    'e2e',
    'bench',
    'proof',
  ],
  tempDirName: 'output/stryker',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, allowColor: false },
  jsonReporter: { fileName: '.cache/mutation.json' },
  concurrency: 2,
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 90, break: 85 },
}
