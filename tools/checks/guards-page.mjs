import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

const SECTIONS = ['guards', 'mutation']
const HEAD = `# Guards

What keeps races and rules right, and how it is known that a test would notice if it were gone.`

const mark = (name) => `<!-- ${name} -->`

/** Writes one section of docs/GUARDS.md and leaves the others as they are. */
export const keepSection = (name, text) => {
  const file = inRoot('docs', 'GUARDS.md')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kept = (section) => page.split(mark(section))[1]?.trim()
  const sections = SECTIONS.flatMap((section) => {
    const body = section === name ? text : kept(section)
    return body === undefined ? [] : [`${mark(section)}\n\n${body.trim()}\n\n${mark(section)}`]
  })
  writeFileSync(file, `${[HEAD, ...sections].join('\n\n')}\n`)
}
