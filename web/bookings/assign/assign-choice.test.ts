import { describe, expect, it } from 'vitest'
import { assignableChoice, choiceAfter, type Offered } from './assign-choice.ts'

const row = (id: string, state: { requested?: boolean; declined?: boolean; busy?: boolean } = {}) => ({
  id,
  name: `Driver ${id}`,
  requested: false,
  declined: false,
  busy: false,
  ...state,
})
const all = [row('a', { busy: true }), row('b'), row('c')]
const answer = (more: Partial<Offered> = {}): Offered => ({ rows: all, search: '', settled: true, ...more })
const chosen = choiceAfter(null, answer())

describe('the driver that Enter assigns [design/web-94] [design/web-100]', () => {
  it('is the soonest free one at first', () => {
    expect(chosen?.id).toBe('b')
    expect(assignableChoice(chosen, answer())?.id).toBe('b')
  })

  it('is none while the list answers an earlier text', () => {
    const typing = answer({ settled: false })
    expect(choiceAfter(chosen, typing)).toBe(chosen)
    expect(assignableChoice(chosen, typing)).toBeUndefined()
  })

  it('is the first hit of a search that does not have the chosen one', () => {
    const found = answer({ rows: [row('c')], search: 'driver c' })
    const next = choiceAfter(chosen, found)
    expect(next?.id).toBe('c')
    expect(assignableChoice(next, found)?.id).toBe('c')
  })

  it('stays with a chosen driver that is among the hits, and is none without a hit', () => {
    expect(choiceAfter(chosen, answer({ rows: [row('c'), row('b')], search: 'driver' }))?.id).toBe('b')
    const none = answer({ rows: [], search: 'nothing' })
    expect(assignableChoice(choiceAfter(chosen, none), none)).toBeUndefined()
  })

  it('is not replaced when the list is read again without it', () => {
    const later = answer({ rows: [row('c')] })
    expect(choiceAfter(chosen, later)).toBe(chosen)
    expect(assignableChoice(chosen, later)).toBeUndefined()
  })

  it('is none while the driver has a request', () => {
    const asked = answer({ rows: [row('b', { requested: true })] })
    expect(assignableChoice(chosen, asked)).toBeUndefined()
  })
})
