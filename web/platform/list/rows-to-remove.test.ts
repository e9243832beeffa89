import { expect, it } from 'vitest'
import { rowsToRemove } from './rows-to-remove.ts'

const [english, spanish, arabic] = [
  { code: 'en', default: true },
  { code: 'es', default: false },
  { code: 'ar', default: false },
]
const keptBy = (row: { readonly default: boolean }) => (row.default ? 'cannot_delete_default_language' : null)

it('the default language stays, and the message is said, alone and among others [languages-11]', () => {
  const kept = 'cannot_delete_default_language'
  expect(rowsToRemove([english], keptBy)).toEqual({ rows: [], kept })
  expect(rowsToRemove([spanish, english, arabic], keptBy)).toEqual({ rows: [spanish, arabic], kept })
  expect(rowsToRemove([spanish], keptBy)).toEqual({ rows: [spanish], kept: null })
  expect(rowsToRemove([english], undefined)).toEqual({ rows: [english], kept: null })
})
