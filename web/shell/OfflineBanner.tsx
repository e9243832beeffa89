import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useConnection } from '../platform/live/connection.ts'
import classes from './OfflineBanner.module.css'

/** Banner (polite live region) while the data may be old; screens keep their data. */
export const OfflineBanner = () => {
  const { t } = useFirstTexts()
  const connection = useConnection()
  return (
    <output className={classes.place}>
      {connection !== 'online' && (
        <span className={classes.banner} data-connection={connection}>
          {connection === 'offline' ? (
            <IconCloudOff size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconRefresh size={20} stroke={1.75} aria-hidden />
          )}
          {t(connection === 'offline' ? 'you_are_offline' : 'reconnecting')}
        </span>
      )}
    </output>
  )
}
