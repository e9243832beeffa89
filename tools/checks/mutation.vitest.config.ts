import { defineConfig } from 'vitest/config'

/** The tests of the rules by example; those by random sequences take seconds for each mutant and are left out. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['domain/**/*.test.ts'],
    exclude: ['**/random-*.test.ts'],
  },
})
