import { AppError } from '@remis/domain/messages/app-error'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { submitEdit } from './submit-edit.ts'

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
