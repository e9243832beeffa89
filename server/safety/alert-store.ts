import {
  againMs,
  isUrgent,
  alertKinds,
  type AlertEvent,
  type AlertKind,
  type AlertRole,
  type AlertState,
  type ClaimedPosition,
} from '@remis/domain/safety/safety-alert'
import type { alertSorts } from '@remis/domain/safety/safety-routes'
import type { Hint } from '@remis/domain/safety/unusual-trip'
import { sql, type Kysely, type RawBuilder, type SqlBool, type UpdateObject } from 'kysely'
import { countUpTo } from '../platform/database/list-page.ts'
import { v7 as newId } from 'uuid'
import { fullNameOrNull } from '../platform/database/schema/full-name.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import { likePattern, orderedName } from '../platform/database/search-words.ts'
import type { Tables } from '../platform/database/schema.ts'

/** What raises an alert. Times in ms. */
export interface RaisedAlert {
  readonly bookingId: string
  readonly user: string
  readonly role: AlertRole
  readonly kind: AlertKind
  readonly hint: Hint | null
  readonly pressedAt: number
  /** claimed by the phone */
  readonly position: ClaimedPosition | null
  /** the last believed position of the driver */
  readonly car: ClaimedPosition | null
}

const timeOf = (ms: number) => new Date(ms)

export const claimedColumns = ({ lat, lng, accuracy, at }: ClaimedPosition) => ({
  lat,
  lng,
  accuracy,
  located_at: timeOf(at),
})
export const carColumns = ({ lat, lng, accuracy, at }: ClaimedPosition) => ({
  car_lat: lat,
  car_lng: lng,
  car_accuracy: accuracy,
  car_at: timeOf(at),
})

/** undefined: the person has an open alert of this booking. */
export const insertAlert = (tx: Tx, { bookingId, user, role, kind, hint, pressedAt, position, car }: RaisedAlert) =>
  tx
    .insertInto('safety_alerts')
    .values({
      id: newId(),
      booking_id: bookingId,
      user_id: user,
      role,
      kind,
      hint,
      pressed_at: timeOf(pressedAt),
      ...(position === null ? {} : claimedColumns(position)),
      ...(car === null ? {} : carColumns(car)),
    })
    .onConflict((conflict) => conflict.columns(['booking_id', 'user_id']).where('closed_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()

export type AlertRecord = NonNullable<Awaited<ReturnType<typeof insertAlert>>>

/** The person's alert of this booking that is not closed. */
const ownAlerts = (db: Kysely<Tables>, bookingId: string, user: string) =>
  db
    .selectFrom('safety_alerts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('user_id', '=', user)
    .where('closed_at', 'is', null)

export const findOwnAlert = (db: Kysely<Tables>, bookingId: string, user: string) =>
  ownAlerts(db, bookingId, user).executeTakeFirst()

export const lockOwnAlert = (tx: Tx, bookingId: string, user: string) =>
  ownAlerts(tx, bookingId, user).forUpdate().executeTakeFirst()

/**
 * The closed alert that this press raised: it is sent again when the phone has found its position [design/safety-3].
 */
export const lockClosedAlert = (tx: Tx, { bookingId, user, pressedAt }: RaisedAlert) =>
  tx
    .selectFrom('safety_alerts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('user_id', '=', user)
    .where('closed_at', 'is not', null)
    .where('kind', 'in', alertKinds.filter(isUrgent))
    .where(sql<boolean>`pressed_at between ${timeOf(pressedAt - againMs)} and ${timeOf(pressedAt + againMs)}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const lockAlert = (tx: Tx, id: string) =>
  tx.selectFrom('safety_alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Columns of an alert that change; a value may be the clock of the database. */
export type AlertChange = UpdateObject<Tables, 'safety_alerts', 'safety_alerts'>

export const updateAlert = (tx: Tx, id: string, values: AlertChange) =>
  tx.updateTable('safety_alerts').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The clock of the database. */
export const clock = sql<Date>`clock_timestamp()`

interface Line {
  /** the person; null: the server */
  readonly by: string | null
  /** ms; now where it is left out */
  readonly at?: number
  readonly text?: string | null
}

export const addAlertEvent = async (
  tx: Tx,
  alert: string,
  what: AlertEvent,
  { by, at, text = null }: Line,
): Promise<void> => {
  await tx
    .insertInto('safety_events')
    .values({ id: newId(), alert_id: alert, what, by_id: by, text, ...(at === undefined ? {} : { at: timeOf(at) }) })
    .execute()
}

/** The timeline of an alert, the oldest line first; lines of one moment in the order they were written. */
export const listAlertEvents = (db: Kysely<Tables>, alert: string) =>
  db
    .selectFrom('safety_events as e')
    .leftJoin('users as u', 'u.id', 'e.by_id')
    .select(['e.id', 'e.what', 'e.at', 'e.text', fullNameOrNull('u').as('by')])
    .where('e.alert_id', '=', alert)
    .orderBy('e.at')
    .orderBy('e.id')
    .execute()

export const alertRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('safety_alerts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as t', 't.id', 'a.taken_by')
    .leftJoin('users as c', 'c.id', 'a.closed_by')
    .selectAll('a')
    .select([
      fullNameOrNull('u').as('name'),
      fullNameOrNull('t').as('taken_by_name'),
      fullNameOrNull('c').as('closed_by_name'),
    ])

export type AlertListRow = Awaited<ReturnType<ReturnType<typeof alertRows>['executeTakeFirstOrThrow']>>

export const findAlert = (db: Kysely<Tables>, id: string) => alertRows(db).where('a.id', '=', id).executeTakeFirst()

const urgent = sql<SqlBool>`a.kind in (${sql.join(alertKinds.filter(isUrgent).map((kind) => sql.lit(kind)))})`
const stateIs: Readonly<Record<AlertState, RawBuilder<SqlBool>>> = {
  open: sql`a.closed_at is null and a.taken_at is null`,
  taken: sql`a.closed_at is null and a.taken_at is not null`,
  closed: sql`a.closed_at is not null`,
}

/** Red before others, and not acknowledged before acknowledged; closed last. As the index has it [design/safety-24]. */
const urgency = sql`case when a.closed_at is not null then 0
  else 1 + (a.taken_at is null)::int + 2 * (${urgent})::int end`

export const alertList: ListTable<
  (typeof alertSorts)[number],
  { state?: AlertState | undefined; kind?: AlertKind | undefined }
> = {
  id: { by: sql.ref('a.id'), kind: 'uuid' },
  sorts: {
    urgency: { by: urgency, kind: 'integer', thenBy: { by: sql.ref('a.created_at'), kind: 'time' } },
    sentAt: { by: sql.ref('a.created_at'), kind: 'time' },
  },
  usual: { sort: 'urgency', direction: 'desc' },
  searched: [sql.ref('a.booking_id'), orderedName('u')],
  narrowedBy: (search) => sql`a.id in (
    select n.id from safety_alerts n where n.booking_id like ${likePattern(search.toUpperCase())}
    union all select n.id from safety_alerts n join users p on p.id = n.user_id where p.words like search_pattern(${search}))`,
  filters: { state: (state) => stateIs[state], kind: (kind) => sql`a.kind = ${kind}` },
}

/** Red alerts that no admin has acknowledged, the oldest first. */
export const listUrgentAlerts = (db: Kysely<Tables>, most: number) =>
  alertRows(db).where(stateIs.open).where(urgent).orderBy('a.created_at').limit(most).execute()

/** Alerts that no admin has acknowledged, counted up to `most`. */
export const countOpenAlerts = (db: Kysely<Tables>, most: number): Promise<number> =>
  countUpTo(db, sql`select 1 from safety_alerts a where ${stateIs.open}`, most)
