import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectStylesInOrder } from './style-order.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeFinding {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Waits until animations are over: a picture or a measurement of colours during one would be meaningless. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    const over = Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)))
    await Promise.race([over, new Promise((done) => setTimeout(done, 1500))])
  })

const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=button], [role=tab], a[class*=Button]')]
      .flatMap((control) => [control, ...control.querySelectorAll<HTMLElement>('*')])
      .filter((one) => one instanceof HTMLElement)
      .filter((one) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(one)
        const isCut =
          (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) ||
          (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 2)
        // texts for screen readers have one pixel
        const isShown = one.clientWidth > 1 && one.checkVisibility() && one.innerText.trim() !== ''
        // a button that sends shows its loader, and its label moves out
        return isCut && isShown && textOverflow !== 'ellipsis' && one.closest('[data-loading]') === null
      })
      .map((one) => `${one.innerText.trim()} (${one.className})`),
  )

/**
 * No text of a button or tab is cut, in dialogs too. Names of people and places may be: they have an ellipsis. Asked
 * again for two seconds: the label of a button that has just sent still moves in.
 */
const expectWholeLabels = (page: Page, what: string): Promise<void> =>
  expect.poll(() => cutLabels(page), { message: `cut labels on ${what}`, timeout: 2000 }).toEqual([])

/** Fields with letters into which iOS would zoom the page [design/web-131]. */
const zoomedFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (!matchMedia('(pointer: coarse)').matches) return []
    const ticked = ['checkbox', 'radio', 'file', 'range']
    return [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter((field) => !ticked.includes(field.type) && field.checkVisibility())
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120))
  })

/**
 * axe finds nothing (WCAG 2.2 AA), no label is cut, no field makes a phone zoom, and the styles it measures are those
 * we mean. The strict CSP blocks script tags, so its source is evaluated.
 */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  await settle(page)
  await expectStylesInOrder(page, what)
  await expectWholeLabels(page, what)
  expect(await zoomedFields(page), `fields that iOS zooms into on ${what}`).toEqual([])
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(on: Document, how: object): Promise<{ violations: unknown }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // Details of what passes are not made: no one reads them.
    return (await axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })).violations
  })
  const message = (findings as AxeFinding[]).map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
  )
  expect(message, `axe on ${what}`).toEqual([])
}

/** Nothing on the page is wider than the window. */
export const expectNoSideScroll = async (page: Page, what: string): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling on ${what}`).toBeLessThanOrEqual(1)
}
