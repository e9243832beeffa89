import { expect, it } from 'vitest'
import { typedFor } from './ListTools.tsx'

it('keeps the blank after a word when its search comes back from the address', () => {
  expect(typedFor('maria', { from: '', text: 'maria ' })).toEqual({ from: 'maria', text: 'maria ' })
  expect(typedFor('maria', { from: '', text: 'maria' }).text).toBe('maria')
  // the back button, "clear"
  expect(typedFor('', { from: 'maria', text: 'maria ' }).text).toBe('')
  expect(typedFor('pedro', { from: 'maria', text: 'maria' }).text).toBe('pedro')
})
