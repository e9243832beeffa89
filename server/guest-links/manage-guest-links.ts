import { isDelivery } from '@remis/domain/booking/delivery/parcel'
import type { GuestLink, guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { canBeFollowed, viewsOf } from '@remis/domain/guest-links/view-followed'
import { AppError } from '@remis/domain/messages/app-error'
import { lockBooking } from '../booking/booking-rows.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Call, Platform, UseCase } from '../platform/http/use-case.ts'
import { addGuestLink, endGuestLink, listGuestLinks, mostLinks, type LinkSide } from './guest-link-store.ts'
import { guestLinkToken } from './guest-link-token.ts'

const viewLink = (
  app: Platform,
  { id, view, by_sms, created_at, opened_at }: Awaited<ReturnType<typeof addGuestLink>>,
): GuestLink => ({
  id,
  view,
  bySms: by_sms,
  token: guestLinkToken(app, id),
  createdAt: created_at,
  openedAt: opened_at,
})

const sideOf = ({ who, params }: Pick<Call<typeof guestLinksApi.list>, 'who' | 'params'>): LinkSide => ({
  bookingId: params.id,
  driver: who.role === 'driver' ? who.id : null,
})

/** What the office does to the links of a rider [design/access-99]. */
const auditLink = async (
  tx: Tx,
  { who, address, params }: Pick<Call<typeof guestLinksApi.add>, 'who' | 'address' | 'params'>,
  action: 'link.create' | 'link.end' | 'delivery-code.reveal',
  data: Readonly<Record<string, string>>,
): Promise<void> => {
  if (who.role === 'admin') await addAudit(tx, { actor: who, address, action, subject: `booking:${params.id}`, data })
}

/** The office gets the token of a link for the receiver once, when it makes it [design/access-111]. */
export const listLinks: UseCase<Platform, typeof guestLinksApi.list> = async (app, call) => ({
  rows: (await listGuestLinks(app.db.request, sideOf(call))).map((row) => {
    const link = viewLink(app, row)
    return call.who.role === 'admin' && link.view === 'receiver' ? { ...link, token: null } : link
  }),
})

/** Locks the booking: a link made while it is cancelled would not move to the booking that continues it. */
export const addLink: UseCase<Platform, typeof guestLinksApi.add> = async (app, call) => {
  const { params, body, who, commit } = call
  return commit(async (tx) => {
    const booking = await lockBooking(tx, params.id)
    if (booking === null) throw new AppError(404, 'not_found')
    const views = viewsOf(who.role, booking)
    const { view = views[0] } = body
    if (!canBeFollowed(booking, view, await nowMs(tx))) throw new AppError(409, 'ride_over')
    if (!views.includes(view))
      throw new AppError(400, 'invalid_input', { fields: { view: `none of ${views.join(', ')}` } })
    const added = viewLink(app, await addGuestLink(tx, sideOf(call), mostLinks, view))
    await auditLink(tx, call, 'link.create', { link: added.id, view })
    if (view === 'receiver' && isDelivery(booking))
      await auditLink(tx, call, 'delivery-code.reveal', { link: added.id })
    return added
  })
}

export const endLink: UseCase<Platform, typeof guestLinksApi.end> = async (_app, call) =>
  call.commit(async (tx) => {
    const { body } = call
    if (!(await endGuestLink(tx, sideOf(call), body.link))) throw new AppError(404, 'not_found')
    await auditLink(tx, call, 'link.end', { link: body.link })
    return {}
  })
