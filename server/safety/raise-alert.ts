import { isUrgent, mostPresses, repeatOf } from '@remis/domain/safety/safety-alert'
import { AppError } from '@remis/domain/messages/app-error'
import { listAdmins } from '../people/find-person.ts'
import type { Tx } from '../platform/database/database.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import {
  addAlertEvent,
  carColumns,
  claimedColumns,
  clock,
  insertAlert,
  lockClosedAlert,
  lockOwnAlert,
  updateAlert,
  type AlertRecord,
  type RaisedAlert,
} from './alert-store.ts'
import type { SafetyDeps } from './safety-deps.ts'
import { nameOf } from '../platform/database/schema/full-name.ts'

/** An admin may close the open alert between the statements, so that there is none to add to. */
const tries = 3

/**
 * Raises an alert in the caller's transaction, or adds to the one that this person has open for this booking, or to the
 * closed one that the same press raised [design/safety-3]. A red alert notifies every admin.
 */
export const raiseAlert = async (app: SafetyDeps, tx: Tx, raised: RaisedAlert): Promise<AlertRecord> => {
  for (let left = tries; left > 0; left--) {
    const closed = isUrgent(raised.kind) ? await lockClosedAlert(tx, raised) : undefined
    if (closed !== undefined) return repeat(tx, closed, raised)
    const added = await insertAlert(tx, raised)
    if (added !== undefined) {
      await announce(app, tx, added)
      return added
    }
    const open = await lockOwnAlert(tx, raised.bookingId, raised.user)
    if (open !== undefined) return isUrgent(open.kind) ? repeat(tx, open, raised) : escalate(app, tx, open, raised)
  }
  throw new AppError(503, 'busy_try_again')
}

/** The first lines of the timeline, and for a red alert a notice to every admin. */
const announce = async (app: SafetyDeps, tx: Tx, alert: AlertRecord): Promise<void> => {
  if (isUrgent(alert.kind)) {
    await addAlertEvent(tx, alert.id, 'pressed', { by: alert.user_id, at: alert.pressed_at })
    await addAlertEvent(tx, alert.id, 'sent', { by: null })
    await notifyAdmins(app, tx, alert)
  } else await addAlertEvent(tx, alert.id, 'unanswered', { by: null })
  await reportWaiting(tx, 'safety')
}

const notifyAdmins = async (app: SafetyDeps, tx: Tx, { role, booking_id, user_id }: AlertRecord): Promise<void> => {
  const admins = await listAdmins(tx)
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const params = { name: nameOf(person), booking: booking_id }
  const message = role === 'rider' ? 'notice_alert_rider' : 'notice_alert_driver'
  await app.notify(
    tx,
    admins.map((user) => ({ user, message, params, screen: 'BookedCab', bookingId: booking_id })),
  )
}

/** Turns the alert about an unanswered question into a call for help: red, to be acknowledged again. */
const escalate = async (app: SafetyDeps, tx: Tx, open: AlertRecord, raised: RaisedAlert): Promise<AlertRecord> => {
  if (!isUrgent(raised.kind)) return open
  const risen = await updateAlert(tx, open.id, {
    kind: raised.kind,
    pressed_at: new Date(raised.pressedAt),
    created_at: clock,
    taken_by: null,
    taken_at: null,
    ...positionColumns(raised),
  })
  await announce(app, tx, risen)
  return risen
}

/** Another press, or the position that the phone found after the first one. */
const repeat = async (tx: Tx, open: AlertRecord, raised: RaisedAlert): Promise<AlertRecord> => {
  if (!isUrgent(raised.kind) || open.presses >= mostPresses) return open
  const { pressedAt, position } = raised
  const again = repeatOf({ pressedAt: open.pressed_at, presses: open.presses }, pressedAt)
  const newer = position !== null && position.at > (open.located_at ?? 0)
  const updated = await updateAlert(tx, open.id, {
    presses: open.presses + 1,
    ...(again === null ? {} : { pressed_at: new Date(pressedAt) }),
    ...(newer ? positionColumns(raised) : {}),
  })
  if (again !== null) await addAlertEvent(tx, open.id, again, { by: open.user_id, at: pressedAt })
  else if (newer && open.located_at === null) await addAlertEvent(tx, open.id, 'position', { by: open.user_id })
  await reportWaiting(tx, 'safety')
  return updated
}

const positionColumns = ({ position, car }: RaisedAlert) => ({
  ...(position === null ? {} : claimedColumns(position)),
  ...(car === null ? {} : carColumns(car)),
})
