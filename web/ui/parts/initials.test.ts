import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it('are of the first and the last name', () => {
  expect(initialsOf({ firstName: 'María José', lastName: "O'Neil" })).toBe('MO')
  expect(initialsOf({ firstName: 'ana', lastName: 'García Márquez' })).toBe('AG')
  expect(initialsOf({ firstName: '𝒜da', lastName: '' })).toBe('𝒜')
})

it('are of the first and the last word where the parts of a name are not known', () => {
  expect(initialsOf("María José O'Neil")).toBe('MO')
  expect(initialsOf('Ana')).toBe('A')
  expect(initialsOf('')).toBe('')
})
