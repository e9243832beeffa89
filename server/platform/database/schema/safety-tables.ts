import type { AlertEvent, AlertKind, AlertOutcome, AlertRole } from '@remis/domain/safety/safety-alert'
import type { Hint } from '@remis/domain/safety/unusual-trip'
import type { At, AtNow, AtOrNull, Null, Opt } from './column.ts'

/** An alert of a rider or driver [design/safety-3]. `car_*`: the driver's last believed position when it came. */
export interface SafetyAlerts {
  id: string
  booking_id: string
  user_id: string
  role: AlertRole
  kind: AlertKind
  hint: Null<Hint>
  pressed_at: At
  presses: Opt<number>
  created_at: AtNow
  lat: Null<number>
  lng: Null<number>
  accuracy: Null<number>
  located_at: AtOrNull
  car_lat: Null<number>
  car_lng: Null<number>
  car_accuracy: Null<number>
  car_at: AtOrNull
  taken_by: Null<string>
  taken_at: AtOrNull
  closed_by: Null<string>
  closed_at: AtOrNull
  outcome: Null<AlertOutcome>
}

/** A line of an alert's timeline. `by_id` null: the server. */
export interface SafetyEvents {
  id: string
  alert_id: string
  what: AlertEvent
  at: AtNow
  by_id: Null<string>
  text: Null<string>
}

/**
 * A question to a rider whether everything is all right [design/safety-20]. `none`: not answered in time; `over`: the
 * trip ended.
 */
export interface SafetyQuestions {
  id: string
  booking_id: string
  user_id: string
  hint: Hint
  asked_at: AtNow
  answer: Null<'fine' | 'help' | 'none' | 'over'>
  answered_at: AtOrNull
}
