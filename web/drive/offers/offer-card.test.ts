import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/plain-call.ts'
import { useAccept } from './OfferCard.tsx'

afterEach(async () => {
  vi.unstubAllGlobals()
  queryClient.clear()
  // a refusal loads the code of its message; the worker may end before
  await vi.dynamicImportSettled()
})

/** The accept of a card that is no longer on the screen: rendered once, without a mount. */
const acceptOf = (offer: OfferView, told: string[], presses = 1) => {
  const accepts: Promise<void>[] = []
  const Card = () => {
    const { run } = useAccept(offer, {
      onAccepting: (accepting) => told.push(accepting ? 'accepting' : 'not accepting'),
      onAccepted: () => told.push('accepted'),
      onGone: () => told.push('gone'),
    })
    const press = async () => {
      for (let n = 0; n < presses; n++) await run()
    }
    accepts.push(Promise.resolve().then(press))
    return null
  }
  renderToStaticMarkup(h(QueryClientProvider, { client: queryClient }, h(Card)))
  return Promise.all(accepts)
}

const answer = (status: number, body: object) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })),
  )

it('a refused accept is over, also where the offer ran out before the answer [design/web-119]', async () => {
  answer(409, { error: 'booking_taken' })
  const told: string[] = []
  await acceptOf({ bookingId: 'A' } as OfferView, told)
  expect(told).toEqual(['accepting', 'not accepting', 'gone'])
})

it('an accept opens the trip, also where the offer ran out before the answer', async () => {
  answer(200, { booking: { id: 'A', version: 2 } })
  const told: string[] = []
  await acceptOf({ bookingId: 'A' } as OfferView, told)
  expect(told).toEqual(['accepting', 'accepted'])
})

it('a session that ends at the press keeps the offer and the key of the presses before it [design/web-207]', async () => {
  const keys = new Set<string | null>()
  const answers = [[503, 'busy_try_again'] as const, [401, 'not_logged_in'] as const, [503, 'busy_try_again'] as const]
  const left = [...answers]
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.endsWith('/accept')) return Promise.reject(new TypeError('offline'))
    keys.add(new Headers(init.headers).get('idempotency-key'))
    const [status, error] = left.shift()!
    return Promise.resolve(new Response(JSON.stringify({ error }), { status }))
  })
  const told: string[] = []
  await acceptOf({ bookingId: 'A' } as OfferView, told, answers.length)
  expect(told).toEqual(answers.flatMap(() => ['accepting', 'not accepting']))
  expect(keys.size).toBe(1)
})
