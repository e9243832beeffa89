import { ActionIcon } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'

/** Ends the pause of the camera. `side`: physical, away from the panels. */
export const RecenterButton = ({ side, onPress }: { side: 'left' | 'right'; onPress: () => void }) => {
  const { t } = useTranslation()
  return (
    <ActionIcon
      className={classes.recenter}
      data-side={side}
      variant="default"
      size={44}
      radius="xl"
      aria-label={t('map_recenter')}
      title={t('map_recenter')}
      onClick={onPress}
    >
      <IconFocusCentered size={20} stroke={1.75} />
    </ActionIcon>
  )
}
