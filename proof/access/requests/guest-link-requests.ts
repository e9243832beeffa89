import { addGuestLink } from '@remis/server/guest-links/guest-link-store'
import { guestLinkToken } from '@remis/server/guest-links/guest-link-token'
import type { World } from '../world.ts'
import { onIt, reading, type MakeRequest } from './request.ts'

const newLink = async ({ actors }: World, bookingId: string): Promise<string> => {
  const { db } = actors.city.database
  return (await db.transact((tx) => addGuestLink(tx, bookingId, 100))).id
}

/** The booking that the holder of the link sees; canaries.ts lets its drop pass. */
export const linkedOf = ({ own }: Pick<World, 'own'>) => own.find(({ status }) => status === 'STARTED') ?? own[0]

/** The calls of links by which others follow a ride. */
export const guestLinkRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/bookings/:id/guest-links': reading,
  'POST /api/bookings/:id/guest-links': onIt,
  'POST /api/bookings/:id/guest-links/end': async (world, _caller, target, real) => ({
    id: target?.id ?? '',
    body: { link: real ? await newLink(world, target?.id ?? '') : '00000000-0000-7000-8000-000000000000' },
  }),
  'POST /api/guest-links/follow': async (world) => ({
    body: { token: guestLinkToken(world.actors.city.server.app, await newLink(world, linkedOf(world)?.id ?? '')) },
  }),
}
