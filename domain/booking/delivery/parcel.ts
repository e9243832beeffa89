import type { Minor } from '../../kit/money.ts'
import type { Booking, Place } from '../booking.ts'
import { driverlessStatuses, trackedStatuses, type Status } from '../statuses.ts'

/** Why a courier could not deliver; each has a text `undelivered_<reason>` [design/delivery-30]. */
export const undeliveredReasons = ['absent', 'refused', 'address', 'other'] as const
export type UndeliveredReason = (typeof undeliveredReasons)[number]

/** A parcel that could not be delivered and goes back to its pickup [design/delivery-30]. */
export interface Undelivered {
  /** ms */
  readonly at: number
  readonly reason: UndeliveredReason
  /** the courier's words */
  readonly note: string | null
  /** address of the photo */
  readonly image: string | null
  /** the original drop; null once the sender's account is erased */
  readonly drop: Place | null
  /** the return fee, minor units */
  readonly fee: Minor
}

/** Where the parcel was to go: the drop of a return is its pickup [design/delivery-30]. */
export const wantedDrop = <Drop>(booking: {
  readonly drop: Drop
  readonly undelivered: { readonly drop: Drop | null } | null
}): Drop => booking.undelivered?.drop ?? booking.drop

/** The proof of a delivery beside its photo [design/delivery-25]. */
export interface Handover {
  /** name of the person at the door, as the courier entered it */
  readonly receivedBy: string | null
  /** address of the picture */
  readonly signature: string | null
  /** the receiver's code was given */
  readonly byCode: boolean
}

/** A delivery is made with a code for its receiver; a taxi ride has none. */
export const isDelivery = ({ deliveryCode }: Pick<Booking, 'deliveryCode'>): boolean => deliveryCode !== null

/** Until the parcel is handed over. */
const codeStatuses: readonly Status[] = [...driverlessStatuses, ...trackedStatuses]

/**
 * The receiver's code as the sender and the receiver's link show it; null when it is not needed or no longer needed.
 */
export const shownDeliveryCode = ({
  deliveryCode,
  status,
  undelivered,
}: Pick<Booking, 'deliveryCode' | 'status' | 'undelivered'>): string | null =>
  undelivered === null && codeStatuses.includes(status) ? deliveryCode : null

/** Digits of the receiver's code. */
export const deliveryCodeLength = 4
