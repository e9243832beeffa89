import { appendFileSync } from 'node:fs'

/** Vitest reporter: appends each test that failed once and passed at the second try to the file REMIS_TRIED_TWICE. */
export default class TriedTwice {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      appendFileSync(process.env.REMIS_TRIED_TWICE, `${test.module.relativeModuleId}: ${test.fullName}\n`)
  }
}
