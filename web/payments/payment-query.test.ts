import { AppError } from '@remis/domain/messages/app-error'
import { expect, it } from 'vitest'
import { isGone } from '../platform/api/call-outcome.ts'
import { pollInterval } from './payment-query.ts'

it('a network fault after the payment is asked again; only the server says that there is no such payment', () => {
  const faults = [new TypeError('Failed to fetch'), new AppError(503, 'busy_try_again'), null]
  for (const fault of faults) {
    expect(isGone(fault)).toBe(false)
    expect(pollInterval(undefined, fault, 0)).toBe(5000)
  }
  for (const status of [400, 404] as const) {
    const none = new AppError(status, 'not_found')
    expect(isGone(none)).toBe(true)
    expect(pollInterval(undefined, none, 0)).toBe(false)
  }
})

it('a payment is followed until its state is final', () => {
  expect(pollInterval('waiting', null, 3)).toBe(1500)
  expect(pollInterval('waiting', new TypeError('Failed to fetch'), 20)).toBe(5000)
  expect(pollInterval('review', null, 3)).toBe(15_000)
  expect(pollInterval('paid', null, 3)).toBe(false)
})
