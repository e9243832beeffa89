import type { At, AtNow, AtOrNull, Null, Opt } from './column.ts'

/** A person asked to delete the account; signing in before `due_at` cancels it [design/privacy-10]. */
export interface AccountDeletions {
  id: string
  user_id: string
  asked_at: AtNow
  due_at: At
  cancelled_at: AtOrNull
  done_at: AtOrNull
}

/** A trip that the office looks at before its money leaves the platform [design/privacy-20]. */
export interface TripReviews {
  booking_id: string
  driver_id: string
  reasons: string[]
  found_at: AtNow
  released_at: AtOrNull
  released_by: Null<string>
}

/** An export of a person's own data [design/privacy-30]. */
export interface DataExports {
  id: string
  user_id: string
  language: Opt<string>
  asked_at: AtNow
  state: Opt<'waiting' | 'running' | 'ready' | 'failed'>
  /** percent */
  progress: Opt<number>
  tries: Opt<number>
  /** the node that makes it renews this; another one takes it up afterwards */
  lease_until: AtOrNull
  expires_at: AtOrNull
  size: Null<number>
  file: Null<Buffer>
}
