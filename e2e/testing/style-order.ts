import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const inOrder = (css: string): string[] => [
  ...new Set([...css.matchAll(/\.(m_[\da-f]+)/g)].map(([, name]) => name ?? '')),
]

/** Mantine's classes in the order in which its parts build on each other: a later one overrides an earlier one. */
const made = inOrder(readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css'), 'utf8'))

/**
 * The parts of Mantine are separate files, loaded with the screens that need them (web/ui/mantine-parts.ts), and a
 * build may load them in another order than `npm run dev`. Where two of them style one element, the right one must win.
 */
export const expectStylesInOrder = async (page: Page, what: string): Promise<void> => {
  const wrong = await page.evaluate((order) => {
    const textOf = ({ cssRules }: { cssRules: CSSRuleList }): string =>
      [...cssRules].map(({ cssText }) => cssText).join('\n')
    const loaded = [...document.styleSheets].map(textOf).join('\n')
    const names = [...new Set([...loaded.matchAll(/\.(m_[\da-f]+)/g)].map(([, name]) => name ?? ''))]
    const place = new Map(names.map((name, index) => [name, index]))
    const found = new Set<string>()
    for (const element of document.querySelectorAll('[class*="m_"]')) {
      const own = [...element.classList].filter((name) => place.has(name) && order.includes(name))
      own.sort((a, b) => order.indexOf(a) - order.indexOf(b))
      own.forEach((name, index) => {
        const before = own[index - 1]
        if (before !== undefined && (place.get(before) ?? 0) > (place.get(name) ?? 0))
          found.add(`${element.className}: .${before} comes after .${name}`)
      })
    }
    return [...found]
  }, made)
  expect(wrong, `styles of ${what}`).toEqual([])
}
