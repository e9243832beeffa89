import { expect, it } from 'vitest'
import { router } from './routes.tsx'

/** By route: what the router makes the key of its component from. */
const keysAt = (path: string) =>
  router
    .matchRoutes(path, {})
    .map(({ routeId, _strictParams: params }) => [
      routeId,
      router.options.defaultRemountDeps?.({ routeId, params, search: {}, loaderDeps: {} } as never),
    ])

it('begins the page of one thing again for another one, and leaves the frame around it [design/web-128]', () => {
  const [trip, nextTrip] = [keysAt('/trips/A'), keysAt('/trips/B')]
  expect(nextTrip.at(-1)).not.toEqual(trip.at(-1))
  expect(nextTrip.slice(0, -1)).toEqual(trip.slice(0, -1))
  for (const page of ['/bookings', '/people', '/pay/status', '/languagesetting'])
    expect(keysAt(`${page}/A`).at(-1)?.[1], page).toBe('A')
  // the office's tables share one route, whose frame stays
  expect(keysAt('/drivers')).toEqual(keysAt('/riders'))
})
