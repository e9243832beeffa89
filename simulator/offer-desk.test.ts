import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openOfferDesk } from './offer-desk.ts'
import type { OfferState } from './accept-offers.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

const offer = (pickupTime: number, lifeMs = 20_000): OfferView => ({
  bookingId: 'B',
  carType: 'Economy',
  carImage: 'hatchback',
  customer_name: 'Rider',
  pickup: { lat: 0, lng: 0, add: '' },
  dropArea: '',
  parcelType: null,
  option: null,
  estimateDistance: 1,
  estimateTime: 1,
  pickupDistance: 1,
  pickupTime,
  driver_share: 1,
  cash: 1,
  debt: 0,
  payment_mode: 'cash',
  bookLater: false,
  tripdate: 0,
  offeredAt: Date.now(),
  expiresAt: Date.now() + lifeMs,
  currency: 'UYU',
})

const setUp = (offers: OfferState[] = []) => {
  const state = { offers, fails: false, wins: (driver: string) => driver !== '' }
  const accepts: [string, number][] = []
  const errors: unknown[] = []
  const desk = openOfferDesk({
    conductor: {
      offersOf: async () => {
        if (state.fails) throw new Error('away')
        return { offers: state.offers, waiting: [] }
      },
    },
    isFleet: (driver) => driver !== 'person',
    accept: async (driver) => {
      accepts.push([driver, Date.now() - 1_000_000])
      return state.wins(driver)
    },
    now: () => Date.now(),
    onError: (error) => errors.push(error),
  })
  return { desk, state, accepts, errors }
}

it('the nearest driver accepts after 8 s', async () => {
  const { desk, accepts } = setUp()
  desk.note('far', 'B', offer(500))
  desk.note('near', 'B', offer(50))
  await vi.advanceTimersByTimeAsync(7999)
  expect(accepts).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(accepts).toEqual([['near', 8000]])
})

it('the next driver tries when the nearest loses', async () => {
  const { desk, accepts, state } = setUp()
  state.wins = (driver) => driver === 'far'
  desk.note('near', 'B', offer(50))
  desk.note('far', 'B', offer(500))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(accepts.map(([driver]) => driver)).toEqual(['near', 'far'])
})

it('waits 20 s for a person, across a renewal of the offer, and never longer', async () => {
  const { desk, accepts } = setUp([{ driver: 'person', live: true }])
  desk.note('near', 'B', offer(50))
  await vi.advanceTimersByTimeAsync(19_900)
  expect(accepts).toEqual([])
  await vi.advanceTimersByTimeAsync(1100)
  // The first offer ended at 20 s; the server renewed it.
  desk.note('near', 'B', offer(50))
  await vi.advanceTimersByTimeAsync(10)
  expect(accepts).toEqual([['near', 21_000]])
})

it('stops waiting when a person declines or accepts', async () => {
  const declined = setUp([{ driver: 'person', live: true }])
  declined.desk.note('near', 'B', offer(50))
  await vi.advanceTimersByTimeAsync(9000)
  declined.state.offers = [{ driver: 'person', live: false }]
  await vi.advanceTimersByTimeAsync(1000)
  expect(declined.accepts).toHaveLength(1)

  const gone = setUp([{ driver: 'person', live: true }])
  gone.desk.note('near', 'B', offer(50))
  await vi.advanceTimersByTimeAsync(9000)
  gone.desk.note('near', 'B', null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(gone.accepts).toEqual([])
})

it('retries after an error of the server', async () => {
  const { desk, accepts, state, errors } = setUp()
  state.fails = true
  desk.note('near', 'B', offer(50, 60_000))
  await vi.advanceTimersByTimeAsync(11_000)
  expect(errors.length).toBeGreaterThan(0)
  state.fails = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(accepts).toHaveLength(1)
})

it('does nothing after close', async () => {
  const { desk, accepts } = setUp()
  desk.note('near', 'B', offer(50))
  desk.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(accepts).toEqual([])
})
