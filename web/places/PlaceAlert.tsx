import '../ui/mantine-parts.ts'
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDialog } from '../ui/dialogs/use-dialog.ts'
import classes from './PlacePicker.module.css'

/** google_places_error in a dialog titled 'Alert' with a 'Close' button [places-3]. */
export const PlaceAlert = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  useDialog(onClose)
  return (
    <Modal opened onClose={onClose} title={t('alert')} centered closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes.alert}>{t('google_places_error')}</p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t('close')}
      </Button>
    </Modal>
  )
}
