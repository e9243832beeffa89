import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

/** The light and the dark colour of a token. */
const colorsOf = (token: string): readonly string[] => {
  const found = new RegExp(`--remis-${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)
  if (found === null) throw new Error(`no token ${token}`)
  return found.slice(1)
}

const brightness = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [dark, light] = [brightness(one), brightness(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

it.each([
  ['field', 3],
  ['placeholder', 4.5],
  ['dimmed', 4.5],
  ['text', 4.5],
])(
  '%s has a contrast of at least %f on every ground, in light and dark [design/web-16] [design/web-203]',
  (token, least) => {
    for (const ground of ['paper', 'ground', 'card', 'hover'])
      for (const scheme of [0, 1]) {
        const reached = contrast(colorsOf(token)[scheme]!, colorsOf(ground)[scheme]!)
        expect(reached, `${token} on ${ground}, scheme ${scheme}`).toBeGreaterThanOrEqual(least)
      }
  },
)
