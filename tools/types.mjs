import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { bin } from './test-run.mjs'

const texts = inRoot('domain', 'texts')
const built = inRoot('.cache', 'types', 'domain', 'tsconfig.tsbuildinfo')

const changedAt = () =>
  Math.max(
    ...readdirSync(texts, { recursive: true })
      .filter((name) => name.endsWith('.json'))
      .map((name) => statSync(join(texts, name)).mtimeMs),
  )

/**
 * The compiler notices only the first change of a JSON file; later it takes its output for up to date. So the domain is
 * built again when a text is newer; the other projects follow when its declarations change.
 */
const forgetOldTexts = () => {
  if (existsSync(built) && changedAt() > statSync(built).mtimeMs) rmSync(built)
}

/** Checks the types. With one checker: several repeat what they share, which takes twice the processor time. */
export const checkTypes = (check) => {
  forgetOldTexts()
  return check('types', bin('tsc', '-b', '--checkers', '1', '--builders', '1'), { env: { GOGC: '300' } })
}
