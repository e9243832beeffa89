import { english } from './english.ts'
import { textChecksOf } from './text-checks.ts'

/** For the server and tests, which have all English texts at hand. */
export const { stemOf, keysFor, textKeysOf, englishOf, checkText, checkTextChanges } = textChecksOf(english)
