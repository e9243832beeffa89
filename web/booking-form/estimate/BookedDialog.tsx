import '../../ui/mantine-parts.ts'
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDialog } from '../../ui/dialogs/use-dialog.ts'
import classes from './BookedDialog.module.css'

interface Props {
  readonly bookingId: string
  /** an admin booked for a rider */
  readonly office: boolean
  readonly onWatch: () => void
  readonly onClose: () => void
}

/**
 * The booking_success message with the booking id; closing it leads to /bookings [landing-22]. The office sees another
 * text.
 */
export const BookedDialog = ({ bookingId, office, onWatch, onClose }: Props) => {
  const { t } = useTranslation()
  useDialog(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('booked_title')}
      size={400}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <output className={classes.words}>
        <svg className={classes.check} viewBox="0 0 72 72" aria-hidden>
          <circle cx="36" cy="36" r="33" pathLength="1" />
          <path d="M22 37.500 32 47.500 51 26.500" pathLength="1" />
        </svg>
        <span>
          {t(office ? 'booked_by_office' : 'booking_success')} <bdi className={classes.id}>{bookingId}</bdi>
        </span>
      </output>
      <Button size="lg" fullWidth onClick={onWatch} data-autofocus>
        {t(office ? 'booked_open' : 'watch_your_ride')}
      </Button>
      <Button size="lg" fullWidth variant="subtle" onClick={onClose} className={classes.close ?? ''}>
        {t('close')}
      </Button>
    </Modal>
  )
}
