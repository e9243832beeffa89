import { afterEach, expect, it, vi } from 'vitest'
import { takeLink } from './take-link.ts'
import { onNextLink } from '../../platform/page/next-link.ts'

const tab = () => {
  const page = new EventTarget()
  const location = { hash: '', pathname: '/reset-password' }
  const history = { state: null, replaceState: () => void (location.hash = '') }
  vi.stubGlobal('window', Object.assign(page, { location, history }))
  return (hash: string) => {
    location.hash = hash
    page.dispatchEvent(new Event('hashchange'))
  }
}
afterEach(() => void vi.unstubAllGlobals())

it('a second link in the same tab is opened, and a token leaves the address [design/accounts-81]', () => {
  const go = tab()
  const opened: string[] = []
  const end = onNextLink(() => opened.push(takeLink()))
  go('#second')
  expect(window.location.hash).toBe('')
  // the address without a token is no link
  go('')
  go('#third')
  end()
  go('#fourth')
  expect(opened).toEqual(['second', 'third'])
})
