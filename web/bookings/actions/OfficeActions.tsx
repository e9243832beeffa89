import { Button, Group } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { bookingCan, mayMove } from '@remis/domain/booking/booking-status'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { AbortDialog } from './AbortDialog.tsx'
import { CashDialog } from './CashDialog.tsx'
import { WriteOffDialog } from './WriteOffDialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly viewer: string
}

/**
 * An admin's actions on a search without a driver, and on a trip that cannot continue or is not paid [design/moves-37].
 */
export const OfficeActions = ({ booking, viewer }: Props) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'abort' | 'write-off' | 'cash' | null>(null)
  const again = useMove(bookingsCalls.searchAgain)
  const maySearch = bookingCan.searchAgain(booking, { id: viewer, role: 'admin' })
  const mayAbort = mayMove('abort', booking.status, 'admin')
  const mayWriteOff = mayMove('write-off', booking.status, 'admin')
  const mayReceive = bookingCan.receiveCash(booking, { id: viewer, role: 'admin' })
  // An open dialog stays when the booking changes meanwhile: the refusal then says what changed.
  if (dialog === null && !mayAbort && !mayWriteOff && !mayReceive && !maySearch) return null
  return (
    <>
      <Group gap="sm" grow>
        {maySearch && (
          <Button
            variant="light"
            loading={again.isPending}
            onClick={() => again.mutate({ params: { id: booking.id }, body: {} })}
          >
            {t('panel_search_again')}
          </Button>
        )}
        {mayReceive && (
          <Button variant="light" onClick={() => setDialog('cash')}>
            {t('receive_cash')}
          </Button>
        )}
        {mayWriteOff && (
          <EditButton variant="light" color="red" onClick={() => setDialog('write-off')}>
            {t('write_off')}
          </EditButton>
        )}
        {mayAbort && (
          <Button variant="light" color="red" onClick={() => setDialog('abort')}>
            {t('abort')}
          </Button>
        )}
      </Group>
      {dialog === 'cash' && <CashDialog booking={booking} onClose={() => setDialog(null)} />}
      {dialog === 'abort' && <AbortDialog booking={booking} onClose={() => setDialog(null)} />}
      {dialog === 'write-off' && <WriteOffDialog booking={booking} onClose={() => setDialog(null)} />}
    </>
  )
}
