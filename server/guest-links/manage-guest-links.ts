import type { GuestLink, guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { canBeFollowed, hasReceiver } from '@remis/domain/guest-links/view-followed'
import { AppError } from '@remis/domain/messages/app-error'
import { findBooking } from '../booking/booking-rows.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { addGuestLink, endGuestLink, listGuestLinks } from './guest-link-store.ts'
import { guestLinkToken } from './guest-link-token.ts'

/** Open links of one booking. */
const mostLinks = 5

const viewLink = (
  app: Platform,
  { id, view, created_at, opened_at }: Awaited<ReturnType<typeof addGuestLink>>,
): GuestLink => ({ id, view, token: guestLinkToken(app, id), createdAt: created_at, openedAt: opened_at })

export const listLinks: UseCase<Platform, typeof guestLinksApi.list> = async (app, { params }) => ({
  rows: (await listGuestLinks(app.db.request, params.id)).map((row) => viewLink(app, row)),
})

export const addLink: UseCase<Platform, typeof guestLinksApi.add> = async (app, { params, body, commit }) => {
  const booking = await findBooking(app.db.request, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (!canBeFollowed(booking)) throw new AppError(409, 'ride_over')
  const { view = 'follower' } = body
  if (view === 'receiver' && !hasReceiver(booking))
    throw new AppError(400, 'invalid_input', { fields: { view: 'nothing is delivered' } })
  return commit(async (tx) => viewLink(app, await addGuestLink(tx, params.id, mostLinks, view)))
}

export const endLink: UseCase<Platform, typeof guestLinksApi.end> = async (_app, { params, body, commit }) =>
  commit(async (tx) => {
    if (!(await endGuestLink(tx, params.id, body.link))) throw new AppError(404, 'not_found')
    return {}
  })
