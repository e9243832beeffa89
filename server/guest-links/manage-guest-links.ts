import type { GuestLink, guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { canBeFollowed, hasReceiver } from '@remis/domain/guest-links/view-followed'
import { AppError } from '@remis/domain/messages/app-error'
import { findBooking } from '../booking/booking-rows.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Call, Platform, UseCase } from '../platform/http/use-case.ts'
import { addGuestLink, endGuestLink, listGuestLinks } from './guest-link-store.ts'
import { guestLinkToken } from './guest-link-token.ts'

/** Open links of one booking. */
const mostLinks = 5

const viewLink = (
  app: Platform,
  { id, view, created_at, opened_at }: Awaited<ReturnType<typeof addGuestLink>>,
): GuestLink => ({ id, view, token: guestLinkToken(app, id), createdAt: created_at, openedAt: opened_at })

/** What the office does to the links of a rider [design/access-99]. */
const auditLink = async (
  tx: Tx,
  { who, address, params }: Pick<Call<typeof guestLinksApi.add>, 'who' | 'address' | 'params'>,
  action: 'link.create' | 'link.end',
  data: Readonly<Record<string, string>>,
): Promise<void> => {
  if (who.role === 'admin') await addAudit(tx, { actor: who, address, action, subject: `booking:${params.id}`, data })
}

export const listLinks: UseCase<Platform, typeof guestLinksApi.list> = async (app, { params }) => ({
  rows: (await listGuestLinks(app.db.request, params.id)).map((row) => viewLink(app, row)),
})

export const addLink: UseCase<Platform, typeof guestLinksApi.add> = async (app, call) => {
  const { params, body, commit } = call
  const booking = await findBooking(app.db.request, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (!canBeFollowed(booking)) throw new AppError(409, 'ride_over')
  const { view = 'follower' } = body
  if (view === 'receiver' && !hasReceiver(booking))
    throw new AppError(400, 'invalid_input', { fields: { view: 'nothing is delivered' } })
  return commit(async (tx) => {
    const added = viewLink(app, await addGuestLink(tx, params.id, mostLinks, view))
    await auditLink(tx, call, 'link.create', { link: added.id, view })
    return added
  })
}

export const endLink: UseCase<Platform, typeof guestLinksApi.end> = async (_app, call) =>
  call.commit(async (tx) => {
    const { params, body } = call
    if (!(await endGuestLink(tx, params.id, body.link))) throw new AppError(404, 'not_found')
    await auditLink(tx, call, 'link.end', { link: body.link })
    return {}
  })
