import { Button } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingCan } from '@remis/domain/booking/booking-status'
import type { AttentionKind } from '@remis/domain/dashboard/attention'
import type { Attention } from '@remis/domain/dashboard/dashboard-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingQuery } from '../booking-parts/booking-queries.ts'
import { useSession } from '../platform/api/session.ts'
import { useSettings } from '../platform/api/settings.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { CallButton } from '../ui/parts/phone/CallButton.tsx'
import { showError, showMessage } from '../platform/show-message.ts'
import classes from './dashboard.module.css'

type Action = 'assign' | 'cash' | 'call'

/** What helps most often; what has none here is decided on its own screen, which the line opens. */
const actionOf: Readonly<Partial<Record<AttentionKind, Action>>> = {
  'no-driver': 'assign',
  silent: 'call',
  late: 'call',
  waiting: 'call',
  long: 'call',
  unfinished: 'call',
  unpaid: 'cash',
}

/** The dialog of a line, with the booking as it was read at the press. */
export interface OpenedAction {
  readonly action: Exclude<Action, 'call'>
  readonly booking: BookingView
}

interface Props {
  readonly attention: Attention
  readonly onOpen: (opened: OpenedAction) => void
}

/** The one action of a line of "Needs you", for admins [design/dashboard-9]. */
export const NeedAction = ({ attention, onOpen }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const settings = useSettings()
  const [busy, setBusy] = useState(false)
  const { kind, bookingId, driver, driverContact } = attention
  const action = actionOf[kind]
  if (user?.usertype !== 'admin' || settings === undefined || action === undefined) return null
  if (action === 'call')
    return <CallButton size="sm" className={classes.act} name={driver ?? ''} number={driverContact} />
  /** The line may be some seconds old: the booking of this moment decides. */
  const open = async () => {
    setBusy(true)
    try {
      const read = await queryClient.fetchQuery({ ...bookingQuery(bookingId), staleTime: 0 })
      const viewer = { id: user.id, role: user.usertype }
      const may =
        action === 'assign' ? bookingCan.assignDriver(read, viewer, settings) : bookingCan.receiveCash(read, viewer)
      if (may) onOpen({ action, booking: read })
      else showMessage('booking_moved_on')
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      variant="default"
      className={classes.act ?? ''}
      loading={busy}
      aria-label={`${t(action === 'assign' ? 'assign' : 'receive_cash')} ${bookingId}`}
      onClick={() => void open()}
    >
      {t(action === 'assign' ? 'assign' : 'receive_cash')}
    </Button>
  )
}
