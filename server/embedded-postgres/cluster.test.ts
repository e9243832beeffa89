import { expect, it } from 'vitest'
import { reasonOf } from './cluster.ts'

const full = `2026-11-21 12:50:17 UTC [27197] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-21 12:50:17 UTC [27197] HINT:  Check free disk space.
Aborted
child process exited with exit code 134
initdb: removing contents of data directory "/data/postgres.new"`

it.each([
  [full, 'could not extend file "base/1/2691": No space left on device. Check free disk space.'],
  [
    'initdb: error: directory "/x" exists but is not empty\ninitdb: hint: try another',
    'directory "/x" exists but is not empty. try another',
  ],
  ['first\nspawn initdb ENOENT\n', 'spawn initdb ENOENT'],
])('extracts the reason from the output %j', (output, why) => {
  expect(reasonOf(output)).toBe(why)
})
