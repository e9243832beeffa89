import { expect, it } from 'vitest'
import { typedFor } from './ListTools.tsx'

const sent: readonly string[] = []

it('keeps the blank after a word when its search comes back from the address', () => {
  expect(typedFor('maria', { from: '', text: 'maria ', sent })).toEqual({ from: 'maria', text: 'maria ', sent })
  expect(typedFor('maria', { from: '', text: 'maria', sent }).text).toBe('maria')
  // the back button, "clear"
  expect(typedFor('', { from: 'maria', text: 'maria ', sent }).text).toBe('')
  expect(typedFor('pedro', { from: 'maria', text: 'maria', sent }).text).toBe('pedro')
})

it('keeps letters that are typed before the address has the search of the field [design/web-186]', () => {
  const typed = { from: '', text: 'maria', sent: ['ma', 'mari'] }
  const first = typedFor('ma', typed)
  expect(first).toEqual({ from: 'ma', text: 'maria', sent: ['mari'] })
  expect(typedFor('mari', first)).toEqual({ from: 'mari', text: 'maria', sent: [] })
  // the router may leave an earlier search out
  expect(typedFor('mari', typed)).toEqual({ from: 'mari', text: 'maria', sent: [] })
  expect(typedFor('', { from: 'mari', text: 'maria', sent: [] }).text).toBe('')
})
