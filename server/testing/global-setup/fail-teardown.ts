import { appendFileSync } from 'node:fs'

/**
 * Ends a global teardown of Vitest with an error. Vitest prints it, but neither its report nor, always, its exit code
 * shows it: `npm test` reads it from the file that it names.
 */
export const failTeardown = (message: string): never => {
  const file = process.env['REMIS_TEST_ERRORS']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(message)}\n`)
  throw new Error(message)
}
