import { addGuestLink } from '@remis/server/guest-links/guest-link-store'
import { guestLinkToken } from '@remis/server/guest-links/guest-link-token'
import type { Caller } from '../callers.ts'
import type { World } from '../world.ts'
import { onIt, reading, type MakeRequest } from './request.ts'

const driverOf = ({ role, id }: Caller) => (role === 'driver' ? (id ?? null) : null)

/** Of the rider, or of a driver who manages their own links. */
const newLink = async ({ actors }: World, bookingId: string, driver: string | null = null): Promise<string> => {
  const { db } = actors.city.database
  const view = driver === null ? 'follower' : 'car'
  return (await db.transact((tx) => addGuestLink(tx, { bookingId, driver }, 100, view))).id
}

/** The booking that the holder of the link sees; canaries.ts lets its drop pass. */
export const linkedOf = ({ own }: Pick<World, 'own'>) => own.find(({ status }) => status === 'STARTED') ?? own[0]

/** The calls of links by which others follow a ride. */
export const guestLinkRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/bookings/:id/guest-links': reading,
  'POST /api/bookings/:id/guest-links': onIt,
  'POST /api/bookings/:id/guest-links/end': async (world, caller, target, real) => ({
    id: target?.id ?? '',
    body: {
      link: real ? await newLink(world, target?.id ?? '', driverOf(caller)) : '00000000-0000-7000-8000-000000000000',
    },
  }),
  'POST /api/guest-links/follow': async (world) => ({
    body: { token: guestLinkToken(world.actors.city.server.app, await newLink(world, linkedOf(world)?.id ?? '')) },
  }),
}
