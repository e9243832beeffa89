import { appendFileSync } from 'node:fs'

/** Vitest reporter of errors outside of tests, which Vitest's JSON report leaves out: a JSON string per line. */
export default class ErrorsOutsideTests {
  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      const where = error.VITEST_TEST_PATH ?? error.VITEST_TEST_NAME ?? ''
      const text = `${where}\n${error.stack ?? error.message ?? String(error)}`
      appendFileSync(process.env.REMIS_TEST_ERRORS, `${JSON.stringify(text)}\n`)
    }
  }
}
