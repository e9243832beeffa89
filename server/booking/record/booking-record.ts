import { withoutContacts } from '@remis/domain/audit/without-contacts'
import type { Booking } from '@remis/domain/booking/booking'
import type { MoveName } from '@remis/domain/booking/move'
import type { Act, BookingEventView, recordApi } from '@remis/domain/booking/record/record-api'
import type { Viewer } from '@remis/domain/booking/booking-status'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { hidesRider, initialsOf } from '@remis/domain/privacy/rider-after-trip'
import { isDemo, type SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import { readPage } from '../../platform/database/list-page.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { findBookingWithClock } from '../booking-rows.ts'
import { auditList, auditOf, selectActs, selectMoves } from './record-store.ts'

interface RecordDeps extends Platform {
  readonly settings: SettingsCache
}

/** A booking has few moves; a rider who searches again for hours makes many. */
const mostMoves = 200
const mostActs = 100

const actOf: Readonly<Record<string, Act>> = {
  'booking.assign': 'assign',
  'booking.unassign': 'unassign',
  'trip-code.wrong': 'wrong-code',
  'trip-code.reveal': 'reveal-code',
  'delivery-code.wrong': 'wrong-delivery-code',
  'delivery-code.reveal': 'reveal-delivery-code',
  'trip-review.release': 'release-review',
  'booking.check-fare': 'check-fare',
}

type Data = Readonly<Record<string, unknown>>
type Detail = NonNullable<BookingEventView['detail']>

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const detailOf = (data: Data, driver: string | null, exponent: number): Detail => {
  // the fee of a cancel, the fare of an abort; what was written off or corrected
  const minor = numberIn(data['amount']) ?? numberIn(data['fare']) ?? numberIn(data['fee'])
  const { reason, takenBy } = data
  return {
    driver,
    reason: typeof reason === 'string' && reason !== '' ? reason : null,
    amount: minor === null || minor === 0 ? null : toMajor(minor, exponent),
    cash: takenBy === 'driver' || takenBy === 'office' ? takenBy : null,
    tries: numberIn(data['tries']),
  }
}

type Move = Awaited<ReturnType<typeof selectMoves>>[number]
type AuditRow = Awaited<ReturnType<typeof selectActs>>[number]

/** Only names that a fleet admin may see: the driver of the fleet, and the rider's name as the booking shows it. */
const nameForFleet = (booking: Booking, { actor_id }: Move, now: number): string | null => {
  if (actor_id === null) return null
  if (actor_id === booking.driver) return booking.driver_name
  if (actor_id !== booking.customer) return null
  return hidesRider(booking, 'fleetadmin', now) ? initialsOf(booking.customer_name) : booking.customer_name
}

const viewMove = (booking: Booking, row: Move, reader: Viewer, now: number): BookingEventView => ({
  id: `v${row.version}`,
  at: row.at,
  what: row.move as MoveName,
  version: row.version,
  from: row.from_status,
  to: row.to_status,
  by: row.actor_kind,
  ...(reader.role === 'admin'
    ? {
        name: row.name,
        device: row.device,
        detail: detailOf(row.data as Data, row.driver_name, booking.tariff.exponent),
      }
    : { name: nameForFleet(booking, row, now) }),
})

const viewAct = ({ tariff }: Booking, row: AuditRow): BookingEventView => ({
  id: `a${row.id}`,
  at: row.at,
  what: actOf[row.action]!,
  version: null,
  from: null,
  to: null,
  by: (row.actor_role ?? 'system') as BookingEventView['by'],
  name: row.name,
  device: null,
  detail: detailOf(row.data as Data, row.driver_name, tariff.exponent),
})

/**
 * The timeline of a booking for the office: moves, and for admins what was done or refused without one [design/web-91].
 */
export const listEvents: UseCase<RecordDeps, typeof recordApi.events> = async (app, { params, who }) => {
  const { lists } = app.db
  const demo = await isDemo(app)
  const { booking, now } = await findBookingWithClock(lists, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  const moves = await selectMoves(lists, booking.id, mostMoves + 1)
  const done = who.role === 'admin' ? await selectActs(lists, booking.id, Object.keys(actOf), mostActs + 1) : []
  const rows = [
    ...moves.slice(0, mostMoves).map((row) => viewMove(booking, row, who, now)),
    ...done.slice(0, mostActs).map((row) => viewAct(booking, row)),
  ]
  const shown = demo ? rows.map((row) => ({ ...row, detail: withoutContacts(row.detail) as typeof row.detail })) : rows
  return {
    rows: shown.toSorted((a, b) => a.at - b.at || (a.version ?? 0) - (b.version ?? 0)),
    more: moves.length > mostMoves || done.length > mostActs,
  }
}

/** In demo mode contacts are hidden, as in the audit log of all [design/access-95]. */
export const listAudit: UseCase<RecordDeps, typeof recordApi.audit> = async (app, { params, query }) => {
  const demo = await isDemo(app)
  const { rows, next } = await readPage(auditList, auditOf(app.db.lists, params.id), query, app.config.limits.pageRows)
  return {
    rows: rows.map((row) => ({
      id: String(row.id),
      at: row.at,
      action: row.action,
      actor: row.name,
      actorRole: row.actor_role ?? 'system',
      data: (demo ? withoutContacts(row.data ?? {}) : (row.data ?? {})) as Record<string, unknown>,
    })),
    next,
  }
}
