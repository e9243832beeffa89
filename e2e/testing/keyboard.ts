import type { Actor } from './actors.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Uses this page without a mouse. */
export interface Keys {
  readonly press: (key: string) => Promise<void>
  readonly type: (words: string) => Promise<void>
  /** Presses Tab until the goal has the focus, at most `steps` times, and checks where the focus is. */
  readonly tabTo: (goal: Locator, steps?: number) => Promise<void>
  /** The goal gets the focus without a key press, within moments. */
  readonly isAt: (goal: Locator) => Promise<void>
  /** The focus is on something, also when a step has removed the control that had it [design/web-87]. */
  readonly isKept: () => Promise<void>
  readonly choosePlace: (field: 'Pickup' | 'Destination', words: string) => Promise<void>
}

const hasFocus = (goal: Locator): Promise<boolean> => goal.evaluate((element) => element === document.activeElement)

export const keysOf = (page: Page): Keys => {
  const press = (key: string) => page.keyboard.press(key)
  const type = (words: string) => page.keyboard.type(words, { delay: 15 })
  const tabTo = async (goal: Locator, steps = 60) => {
    await goal.waitFor()
    for (let step = 0; step <= steps; step++) {
      if (await hasFocus(goal)) {
        expect(await goal.evaluate((element) => element.matches(':focus-visible')), 'the focus is seen').toBe(true)
        return
      }
      await press('Tab')
    }
    throw new Error(`${goal.toString()} is not reachable by Tab`)
  }
  return {
    press,
    type,
    tabTo,
    isAt: (goal) => expect.poll(() => hasFocus(goal), { timeout: 10_000 }).toBe(true),
    isKept: () =>
      expect
        .poll(() => page.evaluate(() => document.activeElement !== document.body), {
          timeout: 5000,
          message: 'the focus is lost',
        })
        .toBe(true),
    choosePlace: async (name, words) => {
      const field = page.getByRole('combobox', { name, exact: true })
      await tabTo(field)
      await type(words)
      const list = page.getByRole('listbox')
      const first = list.getByRole('option').first()
      await expect.poll(() => first.textContent(), { timeout: 5000 }).toMatch(new RegExp(words, 'i'))
      // until then Enter chooses no suggestion [design/web-100]
      await expect.poll(() => list.getAttribute('aria-busy'), { timeout: 5000 }).toBe('false')
      await press('Enter')
      await expect.poll(() => field.inputValue()).toMatch(new RegExp(`${words}.*,`, 'i'))
    },
  }
}

/** Pastes into the focused field. */
export const paste = ({ page }: Actor, words: string): Promise<void> =>
  page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, words)
