import { AppError } from '@remis/domain/messages/app-error'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { submitChange } from './editing/late-edit.ts'
import { submitEdit, textsOf } from './submit-edit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends an edit of a table 600 ms after it was asked for [backoffice-8]', async () => {
  const send = vi.fn(() => Promise.resolve())
  const done = submitEdit(send)
  await vi.advanceTimersByTimeAsync(599)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(send).toHaveBeenCalledOnce()
  expect(await done).toBeNull()
})

it('names the field of a refusal', async () => {
  const done = submitEdit(
    () => Promise.reject(new AppError(422, 'proper_bonus', { fields: { bonus: 'proper_bonus' } })),
    ['bonus'],
  )
  await vi.runAllTimersAsync()
  expect(await done).toEqual({ bonus: 'proper_bonus' })
})

it('answers the stored row when a change came too late, and the faults of any other refusal [design/catalogue-5]', async () => {
  const refused = async (error: AppError) => {
    const done = submitChange(() => Promise.reject(error), ['bonus'])
    await vi.runAllTimersAsync()
    return done
  }
  const row = { id: 'a', version: 2 }
  expect(await refused(new AppError(409, 'row_changed', { extra: { row } }))).toEqual({ faults: null, theirs: row })
  const faults = { bonus: 'proper_bonus' } as const
  expect(await refused(new AppError(422, 'proper_bonus', { fields: faults }))).toEqual({ faults, theirs: undefined })
})

it('says a text at each field', () => {
  expect(textsOf({ bonus: 'proper_bonus' }, (key, field) => `${field}: ${key}`)).toEqual({
    bonus: 'bonus: proper_bonus',
  })
  expect(textsOf(null, String)).toBeNull()
})
