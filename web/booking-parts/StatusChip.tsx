import type { Status } from '@remis/domain/booking/statuses'
import { useTranslation } from 'react-i18next'
import { StateChip, type Tone } from '../ui/parts/StateChip.tsx'
import {
  IconCash,
  IconCircleCheck,
  IconClockHour4,
  IconCreditCard,
  IconFlag,
  IconHourglass,
  IconMapPin,
  IconNavigation,
  IconSteeringWheel,
  IconX,
} from '@tabler/icons-react'

interface Of {
  readonly status: Status
  /** of a parcel that could not be delivered */
  readonly undelivered?: object | null
}

export const StatusChip = (booking: Of) => {
  const { t } = useTranslation()
  const { tone, icon } = statusLook[booking.status]
  return <StateChip tone={tone} icon={icon} label={t(statusLabel(booking))} />
}

/** The text key of a booking's status; a parcel that is back at its pickup was not delivered [design/delivery-30]. */
export const statusLabel = ({ status, undelivered = null }: Of) =>
  status === 'REACHED' && undelivered !== null ? 'trip_step_returned' : statusLook[status].label

/** Tone, icon and label of each status, for chips, map and charts. */
export const statusLook = {
  PAYMENT_PENDING: { tone: 'wait', icon: IconCreditCard, label: 'status_PAYMENT_PENDING' },
  NEW: { tone: 'wait', icon: IconHourglass, label: 'status_NEW' },
  ACCEPTED: { tone: 'move', icon: IconSteeringWheel, label: 'status_ACCEPTED' },
  ARRIVED: { tone: 'move', icon: IconMapPin, label: 'status_ARRIVED' },
  STARTED: { tone: 'move', icon: IconNavigation, label: 'status_STARTED' },
  REACHED: { tone: 'move', icon: IconFlag, label: 'status_REACHED' },
  PENDING: { tone: 'wait', icon: IconClockHour4, label: 'status_PENDING' },
  PAID: { tone: 'good', icon: IconCash, label: 'status_PAID' },
  COMPLETE: { tone: 'quiet', icon: IconCircleCheck, label: 'status_COMPLETE' },
  CANCELLED: { tone: 'bad', icon: IconX, label: 'status_CANCELLED' },
} as const satisfies Record<Status, { tone: Tone; icon: typeof IconX; label: string }>
