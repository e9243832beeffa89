import { AppError } from '@remis/domain/messages/app-error'
import { expect, it } from 'vitest'
import { codeFaultOf } from './code-fault.ts'

const action = { bookingId: 'B', action: 'start', key: 'k', body: {} } as const
const refused = (error: unknown) => ({ phase: 'idle', refused: { request: action, error } }) as const

it('says what was wrong with the code and how many tries are left, for this trip only', () => {
  const wrong = new AppError(422, 'wrong_trip_code', { extra: { triesLeft: 4 } })
  expect(codeFaultOf(refused(wrong), 'B', 'start')).toEqual({ key: 'wrong_trip_code', left: 4 })
  expect(codeFaultOf(refused(wrong), 'C', 'start')).toBe(null)
  expect(codeFaultOf(refused(new AppError(422, 'trip_code_locked')), 'B', 'start')).toEqual({
    key: 'trip_code_locked',
    left: null,
  })
})

it('is gone with the next try and after the start; other refusals are not about the code', () => {
  const wrong = refused(new AppError(422, 'wrong_trip_code'))
  expect(codeFaultOf({ ...wrong, phase: 'sending' }, 'B', 'start')).toBe(null)
  expect(codeFaultOf({ phase: 'idle' }, 'B', 'start')).toBe(null)
  expect(codeFaultOf(refused(new AppError(409, 'booking_moved_on')), 'B', 'start')).toBe(null)
})

it.each([
  ['start', 'wrong_trip_code', 'trip_code_locked'],
  ['reach', 'wrong_delivery_code', 'delivery_code_locked'],
] as const)('of %s says that the fifth wrong code locks it [design/delivery-27]', (name, wrong, locked) => {
  const error = new AppError(422, wrong, { extra: { triesLeft: 0 } })
  const state = { phase: 'idle', refused: { request: { ...action, action: name }, error } } as const
  expect(codeFaultOf(state, 'B', name)).toEqual({ key: locked, left: null })
})

it('of a hand-over it is about the code of the receiver', () => {
  const request = { ...action, action: 'reach' } as const
  const error = new AppError(422, 'wrong_delivery_code', { extra: { triesLeft: 2 } })
  const state = { phase: 'idle', refused: { request, error } } as const
  expect(codeFaultOf(state, 'B', 'reach')).toEqual({ key: 'wrong_delivery_code', left: 2 })
  expect(codeFaultOf(state, 'B', 'start')).toBe(null)
})
