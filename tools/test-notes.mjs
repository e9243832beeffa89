import { appendFileSync } from 'node:fs'

/**
 * Vitest reporter of what Vitest's JSON report leaves out, one JSON value per line of the file REMIS_TEST_NOTES:
 * `{twice}` names a test that failed once and passed at the second try, `{error}` is an error outside of tests.
 */
export default class TestNotes {
  note(line) {
    appendFileSync(process.env.REMIS_TEST_NOTES, `${JSON.stringify(line)}\n`)
  }

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.note({ twice: `${test.module.relativeModuleId}: ${test.fullName}` })
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      const where = error.VITEST_TEST_PATH ?? error.VITEST_TEST_NAME ?? ''
      this.note({ error: `${where}\n${error.stack ?? error.message ?? String(error)}` })
    }
  }
}
