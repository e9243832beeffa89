import { expect, it, vi } from 'vitest'
import { whileVisible } from '../../platform/page/while-visible.ts'
import { unseenIn } from './notice-queries.ts'

const page = (...rows: (readonly [string, boolean])[]) => ({ rows: rows.map(([id, seen]) => ({ id, seen })) })

it('the unseen notices of all loaded pages are marked, each once [design/live-80]', () => {
  const first = page(['a', false], ['b', true])
  const reported = new Set<string>()
  expect(unseenIn([first], reported)).toEqual(['a'])
  // a notice that has just come is on the first page
  expect(unseenIn([page(['new', false], ['a', false]), page(['c', false])], reported)).toEqual(['new', 'c'])
  expect(unseenIn([first], reported)).toEqual([])
})

it('a hidden page marks nothing before it is visible again [design/live-80]', () => {
  let change = () => undefined as void
  const tab = {
    visibilityState: 'hidden' as DocumentVisibilityState,
    addEventListener: (_: string, run: () => void) => void (change = run),
    removeEventListener: () => void (change = () => undefined),
  }
  const mark = vi.fn()
  const stop = whileVisible(mark, tab)
  change()
  expect(mark).not.toHaveBeenCalled()
  tab.visibilityState = 'visible'
  change()
  expect(mark).toHaveBeenCalledTimes(1)
  stop()
  change()
  expect(mark).toHaveBeenCalledTimes(1)
  whileVisible(mark, tab)
  expect(mark).toHaveBeenCalledTimes(2)
})
