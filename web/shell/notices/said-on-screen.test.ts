import { describe, expect, it } from 'vitest'
import { makeSaidOnScreen } from './said-on-screen.ts'

const open = (visibilityState: DocumentVisibilityState) => {
  const marked: string[] = []
  const page = {
    visibilityState,
    change: () => undefined as void,
    addEventListener: (_: string, run: () => void) => void (page.change = run),
  }
  const turn = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.change()
  }
  return { marked, turn, say: makeSaidOnScreen(page, (ids) => void marked.push(...ids)) }
}

describe('a notice that the open screen says [design/live-61]', () => {
  it('is seen at once on a visible page', () => {
    const { marked, say } = open('visible')
    say('arrived', () => true)
    expect(marked).toEqual(['arrived'])
  })

  it('stays unread on a hidden page, so that it is pushed, and is seen when the page is visible again', () => {
    const { marked, say, turn } = open('hidden')
    say('arrived', () => true)
    expect(marked).toEqual([])
    turn('hidden')
    expect(marked).toEqual([])
    turn('visible')
    expect(marked).toEqual(['arrived'])
    turn('hidden')
    turn('visible')
    expect(marked).toEqual(['arrived'])
  })

  it('stays unread where another screen is open by then', () => {
    const { marked, say, turn } = open('hidden')
    say('arrived', () => false)
    turn('visible')
    expect(marked).toEqual([])
  })
})
