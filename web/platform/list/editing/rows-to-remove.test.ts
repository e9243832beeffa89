import { AppError } from '@remis/domain/messages/app-error'
import { expect, it } from 'vitest'
import { removeEach, rowsToRemove } from './rows-to-remove.ts'

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

it('continues after a row that is already deleted, and stops at a refusal [design/web-171]', async () => {
  const deleted: string[] = []
  const remove = async (id: string) => {
    if (id === 'gone') throw new AppError(404, 'not_found')
    if (id === 'used') throw new AppError(409, 'row_changed')
    deleted.push(id)
  }
  await removeEach(['one', 'gone', 'two'], remove)
  expect(deleted).toEqual(['one', 'two'])
  await expect(removeEach(['used', 'three'], remove)).rejects.toThrow()
  expect(deleted).toEqual(['one', 'two'])
})
