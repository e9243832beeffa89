import { statuses } from '@remis/domain/booking/statuses'
import { describe, expect, it } from 'vitest'
import { isTracked, positionAge, sentenceOf, tripStep, tripSteps } from './trip-state.ts'

describe('the state of a trip on the screen', () => {
  it('goes through the five steps in order', () => {
    const steps = (['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'] as const).map(tripStep)
    expect(steps).toEqual([0, 1, 2, 3, 4])
    expect(tripSteps).toHaveLength(5)
    expect(tripStep('CANCELLED')).toBeNull()
  })

  // [design/moves-1]
  it('follows the car while it is tracked', () => {
    expect(statuses.filter(isTracked)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED'])
  })

  it('shows the age of a position from 15 s on and marks it as lost after 60 s', () => {
    expect(positionAge(0, 15_000).look).toBe('live')
    expect(positionAge(0, 16_000)).toEqual({ seconds: 16, look: 'aged' })
    expect(positionAge(0, 61_000).look).toBe('lost')
    expect(positionAge(5000, 0).seconds).toBe(0)
  })

  it('has a sentence for every state', () => {
    for (const status of statuses)
      expect(sentenceOf({ bookLater: false, status, search: null }, null).key).toMatch(/^trip_say_/)
    expect(sentenceOf({ bookLater: false, status: 'NEW', search: { state: 'no-driver', until: null } }, null).key).toBe(
      'trip_say_no_driver',
    )
    expect(sentenceOf({ bookLater: false, status: 'ACCEPTED', search: null }, 240)).toEqual({
      key: 'trip_say_coming_in',
      seconds: 240,
    })
    expect(sentenceOf({ bookLater: false, status: 'ACCEPTED', search: null }, 20).key).toBe('trip_say_nearly_there')
  })
})

describe('a booking without a search', () => {
  const waiting = { status: 'NEW', search: { state: 'waiting', until: null } } as const
  it('is for later, or waits for the office (autoDispatch off)', () => {
    expect(sentenceOf({ ...waiting, bookLater: true }, null).key).toBe('trip_say_scheduled')
    expect(sentenceOf({ ...waiting, bookLater: false }, null).key).toBe('trip_say_office')
  })
})
