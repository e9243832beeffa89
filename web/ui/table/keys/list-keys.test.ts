import { expect, it } from 'vitest'
import { actionForKey, listKeyOf } from './list-keys.ts'

const press = (key: string, code: string, more: object = {}) =>
  listKeyOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

it('knows the keys of a list, on keyboards of other scripts too [design/web-84]', () => {
  expect(press('j', 'KeyJ')).toBe('next')
  expect(press('k', 'KeyK')).toBe('previous')
  // Arabic and Russian letters on the same keys
  expect(press('ت', 'KeyJ')).toBe('next')
  expect(press('л', 'KeyK')).toBe('previous')
  expect(press('ч', 'KeyX')).toBe('select')
  // on a Dvorak keyboard j is where c is elsewhere, and the letter counts
  expect(press('j', 'KeyC')).toBe('next')
  expect(press('h', 'KeyJ')).toBeUndefined()
  expect(press('?', 'Slash', { shiftKey: true })).toBe('help')
  expect(press('؟', 'Slash', { shiftKey: true })).toBe('help')
  expect(press('?', 'Minus', { shiftKey: true })).toBe('help')
  expect(press('/', 'Slash')).toBe('search')
  expect(press('Escape', 'Escape')).toBe('leave')
})

it('leaves keys with a modifier and other keys alone', () => {
  expect(press('j', 'KeyJ', { ctrlKey: true })).toBeUndefined()
  expect(press('k', 'KeyK', { metaKey: true })).toBeUndefined()
  expect(press('J', 'KeyJ', { shiftKey: true })).toBeUndefined()
  expect(press('Enter', 'Enter')).toBeUndefined()
  expect(press('a', 'KeyA')).toBeUndefined()
})

it('runs no action that is switched off', () => {
  const edit = { id: 'edit', label: 'Edit', name: () => 'Edit', run: () => undefined }
  expect(actionForKey([edit], 'edit')).toBe(edit)
  expect(actionForKey([edit], 'delete')).toBeUndefined()
  expect(actionForKey([{ ...edit, offBy: 'demo-note' }], 'edit')).toBeUndefined()
  expect(actionForKey([{ ...edit, disabled: true }], 'edit')).toBeUndefined()
})
